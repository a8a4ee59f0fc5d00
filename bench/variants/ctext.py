"""C as a list of tokens: just enough of it to rename variables and to find loops."""
import re

TOKEN = re.compile(
    r"""\s+|//[^\n]*|/\*.*?\*/|^[ \t]*\#[^\n]*(?:\\\n[^\n]*)*|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[A-Za-z_]\w*|\.?\d[\w.]*"""
    r"""|->|\+\+|--|<<=|>>=|<<|>>|\.\.\.|[-+*/%&|^=!<>]=|&&|\|\||.""", re.S | re.M | re.X)
TYPES = {"int", "unsigned", "signed", "long", "short", "char", "_Bool", "bool", "float", "double", "void", "size_t", "pthread_t",
         "struct", "union", "enum", "intptr_t", "uintptr_t"}
QUALIFIERS = {"const", "volatile", "static", "extern", "_Atomic", "register", "inline", "_Thread_local"}
PLAIN = {"int", "unsigned", "_Bool", "bool", "char", "short", "long", "signed"}


def split(text):
    return TOKEN.findall(text)


def is_space(token):
    return token.isspace() or token.startswith(("//", "/*")) or token.lstrip(" \t").startswith("#")


class Source:
    """Tokens, and the space before each; brackets that match; how many braces are open."""

    def __init__(self, text):
        self.tokens, self.before, space = [], [], ""
        for token in split(text):
            if is_space(token):
                space += token
            else:
                self.tokens.append(token)
                self.before.append(space)
                space = ""
        self.rest = space
        self.match = {}
        open_at = []
        for i, token in enumerate(self.tokens):
            if token in "([{":
                open_at.append(i)
            elif token in ")]}" and open_at:
                j = open_at.pop()
                self.match[i], self.match[j] = j, i
        self.depth, depth = [], 0
        for token in self.tokens:
            depth -= token == "}"
            self.depth.append(depth)
            depth += token == "{"
        self.types = set(TYPES)
        for i, token in enumerate(self.tokens):
            if token == "typedef" and self.depth[i] == 0:
                end = self.end_of_statement(i)
                self.types |= {t for t in self.tokens[i:end] if re.match(r"[A-Za-z_]\w*_t$", t)} | {self.tokens[end - 1]}

    def at(self, i):
        return self.tokens[i] if 0 <= i < len(self.tokens) else ""

    def text(self, edits=None):
        """edits: from the number of a token to what stands in its place (a string)."""
        edits = edits or {}
        return "".join(b + edits.get(i, t) for i, (b, t) in enumerate(zip(self.before, self.tokens))) + self.rest

    def end_of_statement(self, i):
        """The ; that ends the declaration or expression statement that begins at i."""
        while i < len(self.tokens) and self.tokens[i] != ";":
            i = self.match.get(i, i) + 1 if self.tokens[i] in ("(", "[", "{") else i + 1
        return i

    def globals(self):
        """Plain numbers that are defined alone or in a list: (name, type, initial value, first token, ;)."""
        found = []
        i = 0
        while i < len(self.tokens):
            begin = i
            words = []
            while self.at(i) in QUALIFIERS or self.at(i) in PLAIN:
                words.append(self.at(i))
                i += 1
            one = [] if {"extern", "_Thread_local"} & set(words) or not PLAIN & set(words) else self.declarators(words, begin, i)
            found += one
            i = begin
            while i < len(self.tokens) and self.tokens[i] not in (";", "{"):  # to the end of this one
                i = self.match.get(i, i) + 1 if self.tokens[i] in ("(", "[") else i + 1
            i = self.match.get(i, i) + 1
        return found

    def declarators(self, words, begin, i):
        end = self.end_of_statement(begin)
        kind = " ".join(w for w in words if w not in ("static", "register"))
        found = []
        while i < end:
            if not re.match(r"[A-Za-z_]\w*$", self.at(i)):
                return []
            name, value = self.at(i), "0"
            i += 1
            if self.at(i) == "=":
                first = i + 1
                while i < end and self.at(i) != ",":
                    i = self.match.get(i, i) + 1 if self.at(i) in ("(", "[", "{") else i + 1
                value = " ".join(self.tokens[first:i])
                if not re.match(r"[\w\s+*()-]+$", value):
                    return []
            if self.at(i) not in (",", ";"):
                return []
            found.append((name, kind, value, begin, end))
            i += 1
        return found

    def is_hidden(self, name):
        """Whether something else is called so, too, or its name is used in a way that is not understood."""
        declared = 0
        for i, token in enumerate(self.tokens):
            if token == name and (self.at(i - 1) in (".", "->", "goto", "sizeof") or (self.at(i + 1) == ":" and self.at(i - 1) in ";{}")):
                return True
            if token in self.types and self.at(i - 1) not in self.types:
                end = i
                while end < len(self.tokens) and self.tokens[end] not in (";", "{", ")", "="):
                    end = self.match.get(end, end) + 1 if self.tokens[end] in ("(", "[") and self.depth[i] else end + 1
                declared += name in self.tokens[i:end] or name in self.later_names(i, end)
        text = self.text()
        return declared != 1 or re.search(r"^[ \t]*#.*\b%s\b" % name, text, re.M) is not None

    def later_names(self, i, end):
        """In int a = f(x), b = 2; the name b."""
        names = []
        if self.at(end) != "=" or self.at(i - 1) == "(" and self.at(i - 2) != "for":
            return names
        last = self.end_of_statement(end)
        while end < last:
            if self.at(end) == ",":
                names.append(self.at(end + 2) if self.at(end + 1) == "*" else self.at(end + 1))
            end = self.match.get(end, end) + 1 if self.at(end) in ("(", "[", "{") else end + 1
        return names

    def uses(self, name, definition):
        return [i for i, t in enumerate(self.tokens) if t == name and not definition[3] <= i <= definition[4]]

    def main_body(self):
        """The { of main, and the first token behind it; None if there is no main."""
        for i, t in enumerate(self.tokens):
            if t == "main" and self.depth[i] == 0 and self.at(i + 1) == "(":
                body = self.match[i + 1] + 1
                return body if self.at(body) == "{" else None
        return None

    def bodies(self):
        """The { of every function."""
        return [i for i, t in enumerate(self.tokens) if t == "{" and self.depth[i] == 0 and self.at(i - 1) == ")"]
