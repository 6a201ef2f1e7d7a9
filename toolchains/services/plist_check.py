"""Holds a launchd property list against what launchd.plist(5) documents.

  plist_check.py FILE

Prints the first mistake and ends with exit code 1 if it isn't well-formed, has a key that launchd
doesn't know (it would pass over it in silence), or a value of another type than the key's.
"""

import plistlib
import sys

LIMITS = {
    "Core": int, "CPU": int, "Data": int, "FileSize": int, "MemoryLock": int,
    "NumberOfFiles": int, "NumberOfProcesses": int, "ResidentSetSize": int, "Stack": int,
}
# A type, those of a dictionary's values by key, str for any keys with texts, or a list's element.
KEYS = {
    "Label": str,
    "UserName": str,
    "GroupName": str,
    "ProgramArguments": [str],
    "EnvironmentVariables": {str: str},
    "WorkingDirectory": str,
    "StandardErrorPath": str,
    "StandardOutPath": str,
    "RunAtLoad": bool,
    "KeepAlive": bool,
    "ThrottleInterval": int,
    "ExitTimeOut": int,
    "ProcessType": str,
    "Nice": int,
    "Umask": int,
    "SoftResourceLimits": LIMITS,
    "HardResourceLimits": LIMITS,
}
REQUIRED = ["Label", "ProgramArguments"]
PROCESS_TYPES = ["Background", "Standard", "Adaptive", "Interactive"]


def mistake(value, form, place):
    """What is wrong with a value, or None."""
    if isinstance(form, dict):
        if not isinstance(value, dict):
            return f"{place} is a {type(value).__name__}, expected a dictionary"
        for key, item in value.items():
            if key not in form and str not in form:
                return f"{place} has the key {key}, which launchd doesn't know"
            wrong = mistake(item, form.get(key, form.get(str)), f"{place}.{key}")
            if wrong:
                return wrong
        return None
    if isinstance(form, list):
        if not isinstance(value, list) or not value:
            return f"{place} isn't a list with elements"
        return next(filter(None, (mistake(item, form[0], place) for item in value)), None)
    # bool is an int to Python, and none to launchd.
    if type(value) is not form:
        return f"{place} is a {type(value).__name__}, expected a {form.__name__}"
    return None


def check(file):
    with open(file, "rb") as text:
        try:
            job = plistlib.load(text, fmt=plistlib.FMT_XML)
        except Exception as error:  # expat's and plistlib's own have no common kind
            return f"no property list: {error}"
    wrong = mistake(job, KEYS, "the job")
    if wrong:
        return wrong
    for key in REQUIRED:
        if key not in job:
            return f"the job has no {key}"
    if job.get("ProcessType", "Standard") not in PROCESS_TYPES:
        return f"ProcessType is {job['ProcessType']}, expected one of {', '.join(PROCESS_TYPES)}"
    return None


def main():
    wrong = check(sys.argv[1])
    if wrong:
        print(f"{sys.argv[1]}: {wrong}")
        sys.exit(1)


if __name__ == "__main__":
    main()
