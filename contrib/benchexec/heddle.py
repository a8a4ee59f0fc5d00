"""BenchExec tool-info module for heddle.

Put it where BenchExec finds it (benchexec/tools/heddle.py, or any package on PYTHONPATH as <package>.heddle) and write
tool="heddle" in the benchmark definition. Needs BenchExec 3 or newer.
"""
import benchexec.result as result
import benchexec.tools.template

MODELS = {"ILP32": "-m32", "LP64": "-m64"}
# What a property file says, and heddle's name of the property; the first match counts.
PROPERTIES = (
    ("data-race", "race"),
    ("deadlock", "deadlock"),
    ("call(", "reach"),
)


def property_of(text):
    """heddle's name of the property that a .prp file speaks of, or None."""
    return next((name for words, name in PROPERTIES if words in text), None)


class Tool(benchexec.tools.template.BaseTool2):
    def name(self):
        return "heddle"

    def executable(self, tool_locator):
        return tool_locator.find_executable("heddle", subdir="bin")

    def version(self, executable):
        return self._version_from_tool(executable)

    def cmdline(self, executable, options, task, rlimits):
        arguments = [executable, "verify", *options]
        model = task.options.get("data_model") if isinstance(task.options, dict) else None
        if model is not None and model not in MODELS:
            raise benchexec.tools.template.UnsupportedFeatureException(f"data model {model}")
        if model and not any(o in ("-m32", "-m64") for o in options):
            arguments.append(MODELS[model])
        if task.property_file and not any(o.startswith(("-p", "--property")) for o in options):
            with open(task.property_file) as f:
                name = property_of(f.read())
            if name is None:
                raise benchexec.tools.template.UnsupportedFeatureException(f"heddle does not check {task.property_file}")
            arguments.append(f"--property={name}")
        # heddle then ends by itself, with a reason, instead of being killed
        if rlimits.cputime and not any(o.startswith(("-t", "--timeout")) for o in options):
            arguments.append(f"--timeout={rlimits.cputime}")
        if rlimits.memory and not any(o.startswith(("-M", "--memory")) for o in options):
            arguments.append(f"--memory={rlimits.memory // 1000000}")
        return [*arguments, "--", *task.input_files_or_identifier]

    def determine_result(self, run):
        for line in reversed(run.output):
            if not line.startswith("VERDICT: "):
                continue
            verdict, _, reason = line[len("VERDICT: "):].strip().partition(" ")
            if verdict == "TRUE":
                return result.RESULT_TRUE_PROP
            if verdict == "FALSE":
                return result.RESULT_FALSE_PROP
            if verdict == "UNKNOWN":
                reason = reason.strip("()")
                if "time limit" in reason and run.was_timeout:
                    return result.RESULT_TIMEOUT
                return f"{result.RESULT_UNKNOWN}({reason})" if reason else result.RESULT_UNKNOWN
            break
        codes = {64: "wrong usage", 65: "bad input", 70: "internal error"}
        words = codes.get(run.exit_code.value) if run.exit_code else None
        return f"{result.RESULT_ERROR}({words})" if words else result.RESULT_ERROR

    def get_value_from_output(self, output, identifier):
        """A counter or timer that --stats prints."""
        for line in reversed(output):
            if line.startswith(identifier + ": "):
                return line[len(identifier) + 2:].split()[0]
        return None
