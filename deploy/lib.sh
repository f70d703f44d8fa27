# Sourced by the scripts in deploy/: the project's requirements, and steps that report their name, command and
# duration, and how to continue after a failure.
# shellcheck shell=bash

# Debian packages needed by the programs, and those needed only by the tests.
# shellcheck disable=SC2034  # used by the scripts that source this file
build_packages=(
  git
  libzmq3-dev
  libsodium-dev
  libcmark-gfm-dev
  libcmark-gfm-extensions-dev
  libutf8proc-dev
  libsqlite3-dev
  libyaml-dev
  libtomlplusplus-dev
  libqrencode-dev
  libmicrohttpd-dev
  libstb-dev
  libwebp-dev
)
# shellcheck disable=SC2034
test_packages=(
  tmux python3-zmq python3-protobuf protobuf-compiler libvterm-dev valgrind binutils groff-base
  libtermpaint0a librsvg2-bin bat openssh-client openssh-server
)

# Debian packages needed to make a package, and those needed to check it.
# shellcheck disable=SC2034
package_packages=(dpkg-dev debhelper chrpath binutils gcc libc6-dev libstb-dev libwebp-dev git)
# shellcheck disable=SC2034
package_check_packages=(lintian debootstrap systemd util-linux)

# The release build: with Swift's libraries in the programs, so that they run without a toolchain, and without debugging
# information. The names of functions stay. Colours are an option of
# the compiler: with them, a build in a terminal would be another one.
# shellcheck disable=SC2034  # used by the scripts that source this file
release_build=(
  swift build -c release --static-swift-stdlib -debug-info-format none --no-color-diagnostics
)
# The build of the tests and of the programs that they start, in a directory of its own: optimised as a release, with
# assertions, and with Swift's libraries beside the programs, because the one for tests exists only so. `-enable-testing`
# opens modules to their tests.
# shellcheck disable=SC2034
test_build=(
  swift build -c release -debug-info-format none --no-color-diagnostics --disable-index-store
  --scratch-path .build/test -Xswiftc -enable-testing -Xswiftc -assert-config -Xswiftc Debug
)

swift_needed=6.2
swift_used=6.3
# Directories that are searched for a toolchain if there is none on PATH.
toolchains=${NAV_TOOLCHAINS-$HOME/.local/share/swiftly/bin:/opt/swift/usr/bin:/usr/local/swift/usr/bin}
# The time limit of a step in seconds, and how long apt waits for another package manager.
step_limit=3600
apt_lock_limit=120

if [[ -t 2 && -z ${NO_COLOR:-} ]]; then
  bold=$'\e[1m' plain=$'\e[0m'
else
  bold='' plain=''
fi

# Messages of these scripts go to standard error; the output of the commands is unchanged.
say() { printf '%s\n' "$*" >&2; }

# quoted WORD...: prints the words quoted for the shell.
quoted() {
  local text='' word
  for word; do
    if [[ $word =~ ^[A-Za-z0-9_./:=@%+,-]+$ ]]; then text+=" $word"; else text+=" ${word@Q}"; fi
  done
  printf '%s' "${text# }"
}

step_name='' step_started=0 continue_with=''

# begin NAME [COMMAND...]: starts a step and prints the command that it runs.
begin() {
  step_name=$1 step_started=$SECONDS
  shift
  say "${bold}==> $step_name${plain}  (${SECONDS} s since the start)"
  if (($#)); then say "    \$ $(quoted "$@")"; fi
}

finish() { say "    ${1:-done} ($((SECONDS - step_started)) s)"; }

# fail CODE LINE...: ends the script and reports which step failed and how to continue.
fail() {
  local code=$1 line
  shift
  say ''
  if [[ -n $step_name ]]; then
    say "${bold}failed: $step_name${plain} (after $((SECONDS - step_started)) s)"
  fi
  for line; do say "  $line"; done
  if [[ -n $continue_with ]]; then
    say "  To continue, run: $continue_with"
  fi
  exit "$code"
}

interrupted() { fail "$1" 'interrupted; what is done stays done.'; }

trap 'interrupted 130' INT
trap 'interrupted 143' TERM
# Unexpected failures are reported with their location, too.
set -o errtrace
trap 'fail "$?" "\`$BASH_COMMAND\` failed (${BASH_SOURCE[0]:-}:$LINENO)"' ERR

# run NAME COMMAND...: runs a command as a step of its own, without capturing its output.
run() {
  local name=$1 status=0
  shift
  begin "$name" "$@"
  bounded "$@" || status=$?
  step_result "$status" "$@"
  finish
}

bounded() { timeout --foreground --kill-after=10 "$step_limit" "$@"; }

# step_result STATUS COMMAND...: does nothing on success; otherwise ends the script.
step_result() {
  local status=$1
  shift
  case $status in
    0) ;;
    124) fail 75 "\`$(quoted "$@")\` took longer than $((step_limit / 60)) minutes." ;;
    130 | 143) interrupted "$status" ;;
    137) fail 137 "\`$(quoted "$@")\` was killed; is there enough memory?" ;;
    *) fail "$status" "\`$(quoted "$@")\` ended with exit code $status; its own words are above." ;;
  esac
}

# need_swift: finds the Swift toolchain and rejects one that is too old.
need_swift() {
  local directory found version
  begin 'look for Swift' swift --version
  if ! command -v swift >/dev/null; then
    for directory in ${toolchains//:/ }; do
      if [[ -x $directory/swift ]]; then
        say "    not on PATH, but in $directory: using that"
        PATH=$directory:$PATH
        break
      fi
    done
  fi
  if ! command -v swift >/dev/null; then
    fail 69 "Swift is missing: $swift_needed or newer is needed (we use $swift_used)." \
      'Get it from https://www.swift.org/install/linux/ and put its usr/bin on PATH, for example:' \
      "  export PATH=/opt/swift/usr/bin:\$PATH"
  fi
  if ! found=$(swift --version 2>&1); then
    fail 69 "$(command -v swift) does not run:" "$found"
  fi
  version=$(sed -n 's/.*Swift version \([0-9][0-9]*\.[0-9][0-9]*\).*/\1/p' <<<"$found" | head -n 1)
  if [[ -z $version ]] || ! at_least "$version" "$swift_needed"; then
    fail 69 "Swift $swift_needed or newer is needed (we use $swift_used);" \
      "$(command -v swift) is ${version:-of an unknown version}." \
      'Get a newer one from https://www.swift.org/install/linux/ and put its usr/bin first on PATH.'
  fi
  finish "Swift $version in $(dirname "$(command -v swift)")"
}

# at_least A B: whether version A (major.minor) is B or newer.
at_least() {
  local a_major=${1%%.*} a_minor=${1#*.} b_major=${2%%.*} b_minor=${2#*.}
  ((a_major > b_major || (a_major == b_major && a_minor >= b_minor)))
}

# need_packages NAME...: installs the missing Debian packages without asking.
need_packages() {
  local name missing=() status=0 as_root=()
  begin 'look for the libraries' dpkg-query --show "$@"
  if ! command -v dpkg-query >/dev/null; then
    say '    this is no Debian; you need what Debian calls:'
    say "      $*"
    finish 'not checked'
    return
  fi
  for name; do
    if [[ $(dpkg-query --show --showformat='${db:Status-Status}' "$name" 2>/dev/null) != installed ]]
    then
      missing+=("$name")
    fi
  done
  if ((${#missing[@]} == 0)); then
    finish 'all there'
    return
  fi
  finish "missing: ${missing[*]}"

  begin "install ${missing[*]}"
  if ((EUID != 0)); then
    if command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
      as_root=(sudo -n)
    else
      fail 77 'Only root can install packages, and sudo is missing or wants a password. Run as root:' \
        "  apt-get update && apt-get install --yes ${missing[*]}"
    fi
  fi
  as_root+=(env DEBIAN_FRONTEND=noninteractive)
  local apt=("${as_root[@]}" apt-get -o "DPkg::Lock::Timeout=$apt_lock_limit")
  local install=("${apt[@]}" install --yes --no-install-recommends "${missing[@]}")
  say "    (if another package manager is at work, apt waits for it up to $apt_lock_limit s)"
  say "    \$ $(quoted "${apt[@]}" update)"
  bounded "${apt[@]}" update </dev/null >&2 || status=$?
  if ((status == 0)); then
    say "    \$ $(quoted "${install[@]}")"
    bounded "${install[@]}" </dev/null >&2 || status=$?
    step_result "$status" "${install[@]}"
  else
    step_result "$status" "${apt[@]}" update
  fi
  finish
}
