"""Build mgnn against libmgnn and its companions: those of the system (by pkg-config), or
those that MGNN_CFLAGS and MGNN_LIBS name, as the makefile does for its tests."""
import os
import re
import shlex
import subprocess
import sys

from setuptools import Extension, setup

here = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(here, "..", "configure.ac"), encoding="utf-8") as lines:
    version = re.search(r"AC_INIT\(\[mgnn-layout\], \[([^]]*)\]", lines.read()).group(1)


def flags(variable, option, library):
    words = os.environ.get(variable)
    if words is None:
        words = asked(option, library)
    return shlex.split(words)


def asked(option, library):
    """What pkg-config says of a library that is installed."""
    advice = (f"mgnn is built against the library {library}, which pkg-config does not find: "
              "build and install mgnn-layout first (./configure && make && make install, see "
              "README), and let PKG_CONFIG_PATH name the folder of its .pc files if that is "
              "not a usual one")
    try:
        came = subprocess.run(["pkg-config", option, library], capture_output=True, text=True,
                              check=False)
    except FileNotFoundError:
        sys.exit("error: pkg-config is not installed; " + advice)
    if came.returncode != 0:
        sys.exit(f"error: {advice}\n{came.stderr.strip()}")
    return came.stdout


def extension(name, library):
    # pkg-config names no folder of the system; of others the loader has to be told.
    links = flags("MGNN_LIBS", "--libs-only-L", library)
    folders = [] if "MGNN_LIBS" in os.environ else [word[2:] for word in links]
    return Extension(f"mgnn.{name}", [f"mgnn/{name}.c"], libraries=[library],
                     extra_compile_args=flags("MGNN_CFLAGS", "--cflags", library),
                     extra_link_args=links, runtime_library_dirs=folders)


os.chdir(here)
setup(
    name="mgnn",
    version=version,
    description="Embed graphs so that their edges get prescribed lengths",
    license="GPL-3.0-or-later",
    python_requires=">=3.10",
    install_requires=["numpy"],
    packages=["mgnn"],
    package_data={"mgnn": ["py.typed", "*.pyi"]},
    exclude_package_data={"mgnn": ["*.c"]},
    zip_safe=False,
    ext_modules=[extension("_core", "mgnn"), extension("_drawing", "mgnn-draw"),
                 extension("_learning", "mgnn-learn")])
