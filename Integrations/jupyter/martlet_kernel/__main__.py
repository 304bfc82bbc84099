"""Starts the kernel, or installs it: `python -m martlet_kernel install [--prefix DIR | --user]`."""

import argparse
import json
import sys
import tempfile
from pathlib import Path

SPEC = {
    "argv": [sys.executable, "-m", "martlet_kernel", "-f", "{connection_file}"],
    "display_name": "Martlet",
    "language": "martlet",
    "interrupt_mode": "signal",
}


def install(arguments):
    from jupyter_client.kernelspec import KernelSpecManager

    parser = argparse.ArgumentParser(prog="martlet_kernel install")
    parser.add_argument("--prefix")
    parser.add_argument("--user", action="store_true")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "kernel.json").write_text(json.dumps(SPEC, indent=2))
        place = KernelSpecManager().install_kernel_spec(
            folder, "martlet", user=options.user, prefix=None if options.user else options.prefix or sys.prefix
        )
    print(f"installed the kernel in {place}")


def main():
    if sys.argv[1:2] == ["install"]:
        install(sys.argv[2:])
    else:
        from ipykernel.kernelapp import IPKernelApp

        from .kernel import MartletKernel

        IPKernelApp.launch_instance(kernel_class=MartletKernel)


if __name__ == "__main__":
    main()
