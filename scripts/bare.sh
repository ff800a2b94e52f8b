# shellcheck shell=bash
# A bare Debian in a folder, made with debootstrap and entered as root. Sourced after setup.sh, from the repository's root, by what
# tries the scripts there (scripts/fresh.sh) and what tries packages (tests/packages/fresh.sh):
#   can_make_bare                            whether this machine can make one, or a line why not
#   make_bare SUITE FOLDER [PACKAGES]        makes it, with more packages after commas; FOLDER is whole where it exists
#   in_bare FOLDER [NAME=VALUE...] COMMAND   runs a command in it, whose mounts end with the command
# The mirror, proxies and certificates are those of this machine's apt; sources and keys are the new system's own.

bare_suites='bookworm, trixie, sid'

known_suite() {
  case $1 in bookworm | trixie | sid) ;; *) say "unknown system '$1'; known: $bare_suites" && return 2 ;; esac
}

can_make_bare() {
  if ! command -v debootstrap >/dev/null; then
    say "debootstrap is needed for this check (Debian package: debootstrap)"
    return 1
  fi
  if [ "$(id -u)" != 0 ]; then
    say "this check needs root, because it makes a system in a folder"
    return 1
  fi
}

# The Debian mirror of apt's sources: the first URI of a source that has a component main and is no other vendor's. What apt
# says is read to its end, since apt would end by a signal otherwise.
debian_mirror() {
  local said mirror
  if ! said=$(LC_ALL=C apt-get indextargets --format '$(COMPONENT)|$(REPO_URI)|$(ORIGIN)' 2>&1); then
    say "apt-get does not say which mirror it has: $(tail -n 1 <<<"$said")"
    return 1
  fi
  mirror=$(awk -F '|' '$1 == "main" && $3 == "Debian" && $2 !~ /security/ && !found { found = $2 } END { print found }' <<<"$said")
  if [ -z "$mirror" ]; then
    say "apt's sources name no mirror of Debian: apt-get update, or add one"
    return 1
  fi
  printf '%s' "$mirror"
}

make_bare() {
  local suite=$1 folder=$2 packages=${3:-} mirror log each
  mirror=$(debian_mirror) || return 1
  say "making $suite from $mirror in $folder"
  rm -rf --one-file-system "$folder.unfinished"
  log=$(mktemp)
  if ! debootstrap --variant=minbase ${packages:+"--include=$packages"} "$suite" "$folder.unfinished" "$mirror" >"$log" 2>&1; then
    tail -n 20 "$log" >&2
    rm -rf --one-file-system "$folder.unfinished"
    say "debootstrap could not make $suite (all of it: $log)"
    return 1
  fi
  rm "$log"
  for each in /etc/hosts /etc/ssl/certs/ca-certificates.crt; do
    if [ -e "$each" ] && [ -d "$folder.unfinished$(dirname "$each")" ]; then cp -L "$each" "$folder.unfinished$each"; fi
  done
  # What apt is told here of proxies and of mirrors that are behind.
  apt-config dump | sed -nE '/^Acquire::(https?::Proxy|Check-Valid-Until)/p' >"$folder.unfinished/etc/apt/apt.conf.d/00proxy"
  mv -T "$folder.unfinished" "$folder"
}

in_bare() {
  local folder=$1 each passed=()
  shift
  for each in http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY PIP_INDEX_URL; do
    if [ -n "${!each:-}" ]; then passed+=("$each=${!each}"); fi
  done
  # The names of hosts are asked where this machine asks now, also by a system that was made elsewhere.
  if [ -e /etc/resolv.conf ]; then cp -L --remove-destination /etc/resolv.conf "$folder/etc/resolv.conf"; fi
  unshare --mount bash -euc 'for each in proc sys dev; do mount --rbind "/$each" "$1/$each"; done; exec chroot "$@"' - "$folder" \
    env -i HOME=/root LANG=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "${passed[@]}" "$@"
}
