#!/usr/bin/env python3
"""lsp_client.py HEDDLE: talks to heddle lsp as an editor does: opens a text that is on no disk, changes it, asks, closes. Runs in an empty folder."""
import json
import os
import select
import subprocess
import sys
import threading
import time

RACE = """#include <pthread.h>
int hits;
void *count(void *x)
{
    hits++;
    return x;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, count, 0);
    hits++;
    pthread_join(t, 0);
    return 0;
}
"""
NO_RACE = RACE.replace("    hits++;\n    pthread_join(t, 0);", "    pthread_join(t, 0);\n    hits++;")
# Large enough to be surveyed before anybody looks closely.
LARGE = RACE.replace("int hits", "int calls, hits").replace("    return x", "    hits--;\n    " + "calls++; " * 300 + "\n    return x")
URI = "file://" + os.getcwd() + "/not%20saved.c"
FOUND = {}


class Client:
    def __init__(self, heddle):
        self.server = subprocess.Popen([heddle, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.bytes = b""
        self.number = 0

    def send(self, method, params, question=False):
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        if question:
            self.number += 1
            message["id"] = self.number
        body = json.dumps(message).encode()
        self.server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.server.stdin.flush()

    def receive(self):
        end = time.time() + 100
        while True:
            head, separator, rest = self.bytes.partition(b"\r\n\r\n")
            if separator:
                size = int(head.split(b":")[1])
                if len(rest) >= size:
                    self.bytes = rest[size:]
                    return json.loads(rest[:size])
            assert select.select([self.server.stdout], [], [], max(0, end - time.time()))[0], "no answer"
            part = os.read(self.server.stdout.fileno(), 65536)
            assert part, "the server has ended"
            self.bytes += part

    def ask(self, method, params):
        self.send(method, params, True)
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                return answer

    def diagnostics(self, wanted):
        """Waits for diagnostics that are as wanted."""
        while True:
            message = self.receive()
            if message.get("method") == "textDocument/publishDiagnostics" and wanted(message["params"]["diagnostics"]):
                return message["params"]["diagnostics"]

    def version(self, number):
        """Waits for diagnostics of the text with that number."""
        while True:
            message = self.receive()
            if message.get("method") == "textDocument/publishDiagnostics" and message["params"].get("version") == number:
                return message["params"]["diagnostics"]

    def until(self, method):
        while True:
            message = self.receive()
            if message.get("method") == method:
                return message["params"]

    def change(self, version, text):
        self.send("textDocument/didChange", {"textDocument": {"uri": URI, "version": version}, "contentChanges": [{"text": text}]})


def answer_slowly():
    while True:
        with open("slow.h", "w") as pipe:
            pipe.write("extern int there;\n")
        time.sleep(0.05)


def main(heddle):
    client = Client(heddle)
    can = client.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {"workspace": {"codeLens": {"refreshSupport": True}}}})["result"]["capabilities"]
    assert can["textDocumentSync"] == 1 and can["hoverProvider"]
    client.send("initialized", {})
    client.send("textDocument/didOpen", {"textDocument": {"uri": URI, "languageId": "c", "version": 1, "text": RACE}})
    start = time.time()
    [race] = client.diagnostics(lambda d: d and d[0]["severity"] == 1)  # on a busy machine it may be open at first
    print("first diagnostics after %.2f s" % (time.time() - start))
    if len(race["relatedInformation"]) < 2:  # what an engine has decided is told before the schedule
        [race] = client.diagnostics(lambda d: len(d[0]["relatedInformation"]) > 1)
    client.until("workspace/codeLens/refresh")
    assert race["code"] == "race" and race["severity"] == 1 and "'hits'" in race["message"], race
    assert race["range"]["start"]["line"] == 11, race["range"]
    related = [r["message"] for r in race["relatedInformation"]]
    assert "the other access" in related and "main: starts count" in related, related
    assert all(r["location"]["uri"] == URI for r in race["relatedInformation"])
    lenses = client.ask("textDocument/codeLens", {"textDocument": {"uri": URI}})["result"]
    assert any(lens["command"]["title"].startswith("count runs as a thread: ") for lens in lenses), lenses
    place = {"textDocument": {"uri": URI}, "position": {"line": 4, "character": 6}}
    assert "race on `hits`" in client.ask("textDocument/hover", place)["result"]["contents"]["value"]
    here = {"start": {"line": 11, "character": 0}, "end": {"line": 11, "character": 4}}
    actions = client.ask("textDocument/codeAction", {"textDocument": {"uri": URI}, "range": here, "context": {"diagnostics": []}})["result"]
    assert [a["command"]["command"] for a in actions] == ["heddle.report", "heddle.replay"], actions
    client.send("workspace/executeCommand", actions[0]["command"], True)
    page = client.until("window/showDocument")["uri"]
    assert "FALSE" in open(page[len("file://"):]).read()
    client.send("workspace/executeCommand", actions[1]["command"], True)
    words = client.until("window/showMessage")["message"]
    assert words.startswith("heddle replay --gdb "), words
    json.load(open(words.split()[-1]))
    nowhere = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 1}}
    assert client.ask("textDocument/codeAction", {"textDocument": {"uri": URI}, "range": nowhere})["result"] == []
    client.send("workspace/executeCommand", {"command": "heddle.report", "arguments": [URI, "race --engine=x"]}, True)
    # A change that is taken back at once: what ran is ended, and the last text counts.
    client.change(2, RACE)
    client.change(3, NO_RACE)
    client.diagnostics(lambda d: not d)
    hover = client.ask("textDocument/hover", place)["result"]
    assert "no race on `hits`" in hover["contents"]["value"], hover
    # Comments that do not speak to heddle change nothing: what is known stays.
    client.change(4, NO_RACE.replace("int hits;", "int hits; // how many").replace("    return x;", "    return x; /* \"x\" */"))
    time.sleep(0.3)
    assert "no race on `hits`" in client.ask("textDocument/hover", place)["result"]["contents"]["value"]
    client.change(4, RACE.replace("    return x;", "    return x; // \\\n"))
    client.diagnostics(lambda d: d and d[0]["code"] == "race" and d[0]["severity"] == 1)
    # Positions count as the protocol does, whatever stands before them on the line.
    client.change(5, RACE.replace("    hits++;\n    pthread_join", "    char *s = \"ä€𝄞\"; (void)s, hits++;\n    pthread_join"))
    # (those of the text before, where the race is a line further down, may still be on their way)
    [race] = client.diagnostics(lambda d: d and d[0]["code"] == "race" and d[0]["severity"] == 1 and d[0]["range"]["start"]["line"] == 11)
    assert race["range"] == {"start": {"line": 11, "character": 35}, "end": {"line": 11, "character": 36}}, race["range"]
    there = {"textDocument": {"uri": URI}, "position": {"line": 11, "character": 33}}
    assert "race on `hits`" in client.ask("textDocument/hover", there)["result"]["contents"]["value"]
    # A member of what a pointer leads to: of every shared variable that has one of that name.
    client.change(5, RACE.replace("int hits;", "struct { int hits; } all, *to = &all;").replace("hits++;", "to->hits++;"))
    client.diagnostics(lambda d: d and "all.hits" in d[0]["message"] and d[0]["severity"] == 1)
    there = {"textDocument": {"uri": URI}, "position": {"line": 4, "character": 10}}
    assert "race on `all.hits`" in client.ask("textDocument/hover", there)["result"]["contents"]["value"]
    # What is open in a look at a whole program is shown before engines have said anything, with all that it may meet, and as no error.
    client.change(6, LARGE)
    [meeting] = client.diagnostics(lambda d: d and d[0]["severity"] == 3)
    assert meeting["message"].startswith("race on 'hits', with line 5, with line 6: open ("), meeting
    # Who is too busy at first to say anything (it reads from a pipe that nobody writes to) has such news when it gets more time.
    os.mkfifo("slow.h")
    client.change(7, LARGE.replace("int calls", '#include "slow.h"\nint calls'))
    time.sleep(3)
    threading.Thread(target=answer_slowly, daemon=True).start()
    assert client.version(7)[0]["message"].startswith("race on 'hits', with line 6, with line 7: open (by a look at the whole program"), "no news"
    client.change(8, RACE.replace("return x;", "return y;"))
    [error] = client.diagnostics(lambda d: d and d[0]["code"] == "compile")
    assert error["code"] == "compile" and error["range"]["start"]["line"] == 5, error
    assert client.ask("textDocument/rename", {})["error"]["code"] == -32601
    assert client.ask("textDocument/hover", {"textDocument": {"uri": "file:///nowhere"}})["result"] is None
    client.send("textDocument/didClose", {"textDocument": {"uri": URI}})
    client.diagnostics(lambda d: not d)
    assert client.ask("shutdown", None)["result"] is None
    client.send("exit", None)
    assert client.server.wait(20) == 0
    assert not os.path.exists("not saved.c")


main(sys.argv[1])
