#!/usr/bin/env bash
# A name stands for one thing in a namespace. Two classes of one name, in files that nothing includes together, compile, and
# the linker takes the destructor of either for both. And sources are compiled together (cmake/Unity.cmake): there, what a
# file has in a namespace without a name is found ahead of what a header declares under that name, by the other files too,
# which may then call the wrong function. Prints each such name, and fails if there is one.
set -euo pipefail
cd "$(dirname "$0")/.."

# What each file includes and declares, by lines at the left edge: "include FILE OTHER" and "DOOR KIND NAMESPACE NAME
# FILE:LINE". DOOR is hidden inside of a namespace without a name, else open; KIND is defined for a type with its members,
# named for a type without, and called for a function. Sources with Highway's namespaces are compiled alone.
declarations() {
  find app core kernels tests \( -name '*.[hc]pp' -o -name '*.cu' -o -name '*.cuh' -o -name '*.inc' \) -print0 | xargs -0 awk '
    # The name of the type or the function that a line declares; empty: it declares neither.
    function declared(line) {
      if (line ~ /^(class|struct|union|enum|using) /) {
        gsub(/alignas\([^)]*\) |\[\[[^]]*\]\] /, "", line)
        sub(/^(enum class|enum|class|struct|union|using) /, "", line)
        if (line !~ /^[A-Za-z_0-9]+( final)?( : [^{]*)?( \{|;| =)/) return ""
        sub(/[ :;].*/, "", line)
        return line
      }
      if (line !~ /^[A-Za-z_\[].*\(/ || line ~ /^(template|static_assert|return)/) return ""
      gsub(/\[\[[^]]*\]\] |__launch_bounds__\([^)]*\) /, "", line)
      while (gsub(/<[^<>()]*(\([^()]*\))?[^<>()]*>/, "", line)) {}
      sub(/\(.*/, "", line)
      if (line ~ /=|operator/ || line !~ /[ *&][A-Za-z_0-9]+$/) return ""
      sub(/.*[ *&]/, "", line)
      return line
    }
    FNR == 1 { depth = 0 }
    /^#include "/ { split($0, part, "\""); print "include", FILENAME, part[2]; next }
    /^namespace [^=]*\{/ { name[++depth] = ($2 == "{") ? "" : $2; next }
    /^}  \/\/ namespace/ { if (depth > 0) depth--; next }
    /^[^ #\/}]/ {
      it = declared($0)
      if (it == "") next
      where = ""
      door = "open"
      for (i = 1; i <= depth; ++i) if (name[i] == "") door = "hidden"; else where = where (where == "" ? "" : "::") name[i]
      if (where ~ /HWY_NAMESPACE/) next
      if (where == "") where = "::"
      kind = $0 !~ /^(class|struct|union|enum|using) / ? "called" : $0 ~ /\{/ ? "defined" : "named"
      print door, kind, where, it, FILENAME ":" FNR
    }'
}

declarations | sort -s -k1,4 | awk '
  function fails(line) { if (!failed++) print "names that stand for two things:"; print line }
  # The library or program whose sources are compiled together with that one.
  function library(file) {
    if (file !~ "^(app/window|tests)/") return substr(file, 1, index(file, "/") - 1)
    sub("/[^/]*$", "", file)
    return file ~ "^app/window/" ? "app/window" : file
  }
  $1 == "include" {
    includes[$2] = includes[$2] " " $3
    if ($2 ~ /\.cpp$/) library_of[$2] = library($2)
    next
  }
  { file = $5; sub(/:.*/, "", file); is_source = file ~ /\.cpp$/ }
  # Types of a test are its suites, and have their names; GoogleTest finds PrintTo by what is printed.
  $4 == "PrintTo" { next }
  $1 == "hidden" { if (is_source && (file !~ "^tests/" || $2 == "called")) hidden[++count] = $0; next }
  $2 == "defined" && file !~ "^tests/" && $3 " " $4 == last { fails($3 "::" $4 " " place " " $5) }
  $2 == "defined" && file !~ "^tests/" { last = $3 " " $4; place = $5 }
  !is_source && file !~ /\.cu$/ { declared[$3 " " $4] = declared[$3 " " $4] " " file }
  END {
    # Which headers the sources of each library include.
    for (file in library_of) queue[++length_of_queue] = library_of[file] " " file
    for (i = 1; i <= length_of_queue; ++i) {
      split(queue[i], at, " ")
      n = split(includes[at[2]], others, " ")
      for (k = 1; k <= n; ++k) {
        if ((at[1] " " others[k]) in reached) continue
        reached[at[1] " " others[k]] = 1
        queue[++length_of_queue] = at[1] " " others[k]
      }
    }
    for (i = 1; i <= count; ++i) {
      split(hidden[i], at, " ")
      file = at[5]
      sub(/:.*/, "", file)
      for (where = at[3]; where != ""; where = where ~ /::/ ? substr(where, 1, match(where, /::[^:]*$/) - 1) : "") {
        n = split(declared[where " " at[4]], headers, " ")
        for (k = 1; k <= n; ++k) {
          if (!((library(file) " " headers[k]) in reached)) continue
          fails(where "::" at[4] " " headers[k] " is hidden by " at[5])
          break
        }
      }
    }
    exit failed > 0
  }' >&2
