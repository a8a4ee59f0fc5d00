#!/usr/bin/env python3
"""test_heddle.py HEDDLE: the tool-info module against stand-ins for BenchExec's classes, and against heddle itself."""
import os
import subprocess
import sys
import tempfile
import types
import unittest

HEDDLE = sys.argv.pop(1) if len(sys.argv) > 1 else None


def stand_ins():
    """Just what the module takes from BenchExec."""
    result = types.ModuleType("benchexec.result")
    result.RESULT_TRUE_PROP, result.RESULT_FALSE_PROP = "true", "false"
    result.RESULT_UNKNOWN, result.RESULT_ERROR, result.RESULT_TIMEOUT = "unknown", "ERROR", "TIMEOUT"
    template = types.ModuleType("benchexec.tools.template")

    class BaseTool2:
        def _version_from_tool(self, executable):
            return subprocess.run([executable, "--version"], capture_output=True, text=True, check=True).stdout.strip()

    class UnsupportedFeatureException(Exception):
        pass

    template.BaseTool2, template.UnsupportedFeatureException = BaseTool2, UnsupportedFeatureException
    package, tools = types.ModuleType("benchexec"), types.ModuleType("benchexec.tools")
    package.result, package.tools, tools.template = result, tools, template
    for module in (package, result, tools, template):
        sys.modules[module.__name__] = module


stand_ins()
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True
import heddle  # noqa: E402


def task(files=("x.c",), prp=None, model=None):
    return types.SimpleNamespace(input_files_or_identifier=list(files), property_file=prp, options={"data_model": model} if model else None)


def limits(cputime=None, memory=None):
    return types.SimpleNamespace(cputime=cputime, memory=memory)


def run(output, code=0, timeout=False):
    return types.SimpleNamespace(output=output, exit_code=types.SimpleNamespace(value=code), was_timeout=timeout)


class Module(unittest.TestCase):
    def setUp(self):
        self.tool = heddle.Tool()
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def file(self, name, text):
        path = os.path.join(self.folder.name, name)
        with open(path, "w") as f:
            f.write(text)
        return path

    def test_command_line(self):
        prp = self.file("no-data-race.prp", "CHECK( init(main()), LTL(G ! data-race) )\n")
        line = self.tool.cmdline("heddle", ["--engine=flow"], task(["-a.c", "b.c"], prp, "ILP32"), limits(900, 15000000000))
        self.assertEqual(line, ["heddle", "verify", "--engine=flow", "-m32", "--property=race", "--timeout=900", "--memory=15000", "--", "-a.c", "b.c"])

    def test_what_the_user_says_wins(self):
        prp = self.file("p.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n")
        line = self.tool.cmdline("heddle", ["-m64", "--property=race", "-t5", "--memory=7"], task(prp=prp, model="ILP32"), limits(900, 1000000000))
        self.assertEqual(line, ["heddle", "verify", "-m64", "--property=race", "-t5", "--memory=7", "--", "x.c"])

    def test_plain_command_line(self):
        self.assertEqual(self.tool.cmdline("heddle", [], task(), limits()), ["heddle", "verify", "--", "x.c"])

    def test_unknown_property(self):
        prp = self.file("p.prp", "CHECK( init(main()), LTL(F end) )\n")
        with self.assertRaises(Exception):
            self.tool.cmdline("heddle", [], task(prp=prp), limits())

    def test_unknown_data_model(self):
        with self.assertRaises(Exception):
            self.tool.cmdline("heddle", [], task(model="ILP16"), limits())

    def test_results(self):
        for output, code, timeout, wanted in (
            (["checks: 1 proved, 0 violated, 0 open\n", "VERDICT: TRUE\n"], 0, False, "true"),
            (["VERDICT: TRUE\n", "VERDICT: FALSE\n"], 1, False, "false"),
            (["VERDICT: UNKNOWN (recursion)\n"], 2, False, "unknown(recursion)"),
            (["VERDICT: UNKNOWN (time limit reached)\n"], 2, True, "TIMEOUT"),
            (["VERDICT: UNKNOWN\n"], 2, False, "unknown"),
            (["VERDICT: TRUELY\n"], 0, False, "ERROR"),
            (["heddle: error: cannot read x.c\n"], 65, False, "ERROR(bad input)"),
            ([], 139, False, "ERROR"),
        ):
            self.assertEqual(self.tool.determine_result(run(output, code, timeout)), wanted, output)
        self.assertEqual(self.tool.determine_result(types.SimpleNamespace(output=[], exit_code=None, was_timeout=True)), "ERROR")

    def test_statistics(self):
        self.assertEqual(self.tool.get_value_from_output(["load-time: 0.21 s\n", "states: 17\n"], "load-time"), "0.21")
        self.assertIsNone(self.tool.get_value_from_output(["load-time: 0.21 s\n"], "states"))

    @unittest.skipUnless(HEDDLE, "no heddle given")
    def test_with_heddle(self):
        self.assertRegex(self.tool.version(HEDDLE), r"^\d+\.\d+")
        for value, wanted in ((1, "true"), (2, "false")):
            program = self.file("x.c", f"#include <assert.h>\nint x = 1;\nint main(void) {{ assert(x == {value}); }}\n")
            prp = self.file("p.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n")
            line = self.tool.cmdline(HEDDLE, ["--stats"], task([program], prp, "LP64"), limits(60, 4000000000))
            done = subprocess.run(line, capture_output=True, text=True)
            output = done.stdout.splitlines(keepends=True)
            self.assertEqual(self.tool.determine_result(run(output, done.returncode)), wanted, done)
            self.assertIsNotNone(self.tool.get_value_from_output(output, "load-time"))


if __name__ == "__main__":
    unittest.main()
