"""Build mgnn with libmgnn, libmgnn-draw and libmgnn-learn.

MGNN_CFLAGS and MGNN_LIBS name libraries to link, as the makefile does for its tests.  Else
the libraries of the system are linked, if pkg-config finds those of this version.  Else, or
if MGNN_BUNDLE is 1, they are built from their sources and put into the package; if patchelf
is installed, the libraries that they need come along, and the wheel runs on every Linux
whose C library is as new as that of this machine.
"""
import hashlib
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist

try:
    from wheel.bdist_wheel import bdist_wheel
except ImportError:         # which only wheels need
    bdist_wheel = object

here = Path(__file__).resolve().parent
# The C sources: an sdist has them in a folder of its own.
source = here / "libmgnn" if (here / "libmgnn").is_dir() else here.parent
version = re.search(r"AC_INIT\(\[mgnn-layout\], \[([^]]*)\]",
                    (source / "configure.ac").read_text(encoding="utf-8")).group(1)
MODULES = {"_core": "mgnn", "_drawing": "mgnn-draw", "_learning": "mgnn-learn"}
# Every Linux has these; a second copy of them could not work.
OF_SYSTEM = re.compile(r"(linux-vdso|ld-linux.*|lib(c|m|dl|pthread|rt|resolv|gcc_s|stdc\+\+))\.so\b")


def is_installed():
    """Whether pkg-config finds the libraries of this version."""
    try:
        return all(subprocess.run(["pkg-config", f"--exact-version={version}", library],
                                  check=False).returncode == 0 for library in MODULES.values())
    except FileNotFoundError:
        return False


def linked(library):
    """How to link a library that is there: the arguments of Extension."""
    if "MGNN_LIBS" in os.environ:
        return {"extra_compile_args": shlex.split(os.environ.get("MGNN_CFLAGS", "")),
                "extra_link_args": shlex.split(os.environ["MGNN_LIBS"])}
    cflags, links = (shlex.split(subprocess.run(["pkg-config", option, library], check=True,
                                                capture_output=True, text=True).stdout)
                     for option in ("--cflags", "--libs-only-L"))
    # pkg-config names no folder of the system; of others the loader has to be told.
    return {"extra_compile_args": cflags, "extra_link_args": links,
            "runtime_library_dirs": [word[2:] for word in links]}


def configure_make():
    """The script configure, which a checkout does not have."""
    if not (source / "configure").exists():
        run("autoreconf", "-fi", cwd=source)


def run(*command, **how):
    try:
        subprocess.run([str(word) for word in command], check=True, **how)
    except (FileNotFoundError, subprocess.CalledProcessError) as error:
        sys.exit(f"error: building libmgnn failed: {error}\nThe README of mgnn-layout names the "
                 "libraries that it needs.  If libmgnn is installed already, PKG_CONFIG_PATH must "
                 "name the folder of mgnn.pc.")


def needed_by(file):
    """The libraries that a library loads, and those that these load, by name."""
    lines = subprocess.run(["ldd", file], check=True, capture_output=True, text=True).stdout
    found = dict(re.findall(r"^\s*(\S+) => (/\S+)", lines, re.M))
    return {name: path for name, path in found.items() if not OF_SYSTEM.match(name)}


FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">.</dir>
  <dir>/usr/share/fonts</dir><dir>/usr/local/share/fonts</dir><dir prefix="xdg">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
"""


def bundle(folder, ours):
    """Put all that our libraries load beside them, by names that no other package has; and
    a font, for machines without any."""
    names = {}
    for name, path in {k: v for library in ours for k, v in needed_by(library).items()}.items():
        mark = hashlib.sha256(Path(path).read_bytes()).hexdigest()[:8]
        names[name] = name.replace(".so", f"-{mark}.so", 1)
        shutil.copy(path, folder / names[name])
        run("patchelf", "--set-soname", names[name], folder / names[name])
    replaced = [word for pair in names.items() for word in ("--replace-needed", *pair)]
    for library in folder.glob("*.so*"):    # one at a time: both at once confuse patchelf
        run("patchelf", *replaced, library)
        run("patchelf", "--set-rpath", "$ORIGIN", library)
    if shutil.which("fc-match"):
        font = subprocess.run(["fc-match", "-f", "%{file}", "DejaVu Sans"], check=True,
                              capture_output=True, text=True).stdout
        shutil.copy(font, folder)
        (folder / "fonts.conf").write_text(FONTS, encoding="utf-8")


class Build(build_ext):
    """Builds libmgnn first, unless it is there."""

    def run(self):
        if "MGNN_LIBS" in os.environ or os.environ.get("MGNN_BUNDLE") != "1" and is_installed():
            for extension in self.extensions:
                vars(extension).update(linked(extension.libraries[0]))
            super().run()
            return
        build = Path(self.build_temp).resolve() / "libmgnn"
        folder = Path(self.get_ext_fullpath("mgnn._core")).resolve().parent / "libs"
        configure_make()
        build.mkdir(parents=True, exist_ok=True)
        run(source / "configure", "-q", "--disable-static", "--disable-late-loading", cwd=build)
        run("make", "-s", f"-j{os.cpu_count() or 1}", "V=0",
            *(f"lib{library}.la" for library in MODULES.values()), cwd=build)
        for extension in self.extensions:
            extension.include_dirs = [str(source / "include")]
            extension.library_dirs = [str(build / ".libs")]
            extension.extra_link_args = ["-Wl,-rpath,$ORIGIN/libs"]
        super().run()
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        shutil.copy(source / "COPYING", folder)
        ours = [shutil.copy(*(at.glob(f"lib{library}.so.?")), folder)
                for library in MODULES.values() for at in [build / ".libs"]]
        for library in ours:
            run("strip", "--strip-unneeded", library)
        if shutil.which("patchelf"):
            bundle(folder, ours)
        else:
            print("warning: patchelf is not installed, so the package needs the libraries of this "
                  "machine: GSL, libxml2, CHOLMOD, Cairo, Pango", file=sys.stderr)


class Wheel(bdist_wheel):
    """Named for the oldest C library that it runs with, if it has all others inside."""

    def get_tag(self):
        *python, platform = super().get_tag()
        libs = [*Path(self.bdist_dir).glob("mgnn/*.so"), *Path(self.bdist_dir).glob("mgnn/libs/*")]
        if not any(re.search(r"-[0-9a-f]{8}\.so", lib.name) for lib in libs):
            return (*python, platform)
        minor = max(int(x) for lib in libs for x in re.findall(rb"GLIBC_2\.(\d+)", lib.read_bytes()))
        return (*python, re.sub("^linux", f"manylinux_2_{minor}", platform))


class Source(sdist):
    """Has the C sources too."""

    def make_release_tree(self, base_dir, files):
        super().make_release_tree(base_dir, files)
        configure_make()
        built = shutil.ignore_patterns("*.o", "*.lo", "*.la", ".libs", ".deps", ".dirstamp", "*~")
        for part in ("build-aux", "include", "m4", "src"):
            shutil.copytree(source / part, Path(base_dir) / "libmgnn" / part, ignore=built)
        for part in ("aclocal.m4", "config.h.in", "configure", "configure.ac", "COPYING", "Makefile.am",
                     "Makefile.in", *(f"{library}.pc.in" for library in MODULES.values())):
            shutil.copy2(source / part, Path(base_dir) / "libmgnn")


commands = {"build_ext": Build, "sdist": Source}
if bdist_wheel is not object:
    commands["bdist_wheel"] = Wheel
os.chdir(here)
setup(
    name="mgnn",
    version=version,
    description="Embed graphs so that their edges get prescribed lengths",
    long_description=(here / "README.md").read_text(encoding="utf-8"),
    long_description_content_type="text/markdown",
    license="GPL-3.0-or-later",
    python_requires=">=3.10",
    install_requires=["numpy"],
    packages=["mgnn"],
    package_data={"mgnn": ["py.typed", "*.pyi"]},
    exclude_package_data={"mgnn": ["*.c"]},
    zip_safe=False,
    cmdclass=commands,
    ext_modules=[Extension(f"mgnn.{module}", [f"mgnn/{module}.c"], libraries=[library])
                 for module, library in MODULES.items()])
