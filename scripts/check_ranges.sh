#!/usr/bin/env bash
# In C++20 the range of a loop lives as long as the loop, but not what it is a part of: `for (auto& each : made().all())`
# reads freed memory where made() returns an object and all() a reference into it; so do `made()->all`, where made()
# returns a pointer that owns, and `*made()`. (Of `made().all`, a member, the object lives on.) GCC and clang of Debian 12
# say nothing of most of these. Prints each such loop, and fails if there is one. What a function returns is read from
# its declarations in this tree; of one that has several, of which some return references, nothing is said.
set -euo pipefail
cd "$(dirname "$0")/.."

find app core kernels tests \( -name '*.[hc]pp' -o -name '*.cu' -o -name '*.cuh' \) -print | sort | awk '
  BEGIN { while ((getline file < "-") > 0) ARGV[ARGC++] = file }
  # What a function of that type returns: an object, "pointer" for one that owns, or "" for what refers to something.
  function kind_of(type) {
    if (type ~ /[&*] *$/ || type ~ /(^|::| )(span|string_view|initializer_list|auto|T|FieldView) *(<|$)/) return "refers"
    return type ~ /(^|::)(unique_ptr|shared_ptr|optional)</ ? "pointer" : "object"
  }
  # Notes what the line declares: "TYPE name(", at the beginning of the line.
  function note_declaration(line,   type, name) {
    gsub(/\[\[[^]]*\]\]/, "", line)
    sub(/^ +/, "", line)
    while (sub(/^ *(static|virtual|inline|constexpr|explicit|friend|const|typename|HETEROSCOPE_HD) /, "", line)) {}
    if (line !~ /^[A-Za-z_][A-Za-z_0-9:]*(<[^()]*(\(\))?[^()]*>)?([ &*]+)[A-Za-z_][A-Za-z_0-9:]*\(/) return
    if (line ~ /^(void|return|else|new|delete|case|throw|using|template|goto|namespace|co_[a-z]+) /) return
    sub(/\(\)>/, ">", line)
    sub(/\(.*/, "", line)
    name = line
    sub(/.*[ &*]/, "", name)
    type = substr(line, 1, length(line) - length(name))
    sub(/.*::/, "", name)
    kinds[name] = kinds[name] " " kind_of(type)
  }
  # The kind that all declarations of a name agree on; "": they do not, or there are none. Types make objects.
  function returned(name,   all) {
    if (name ~ /^(std|ImGui)::/) return ""
    sub(/.*::/, "", name)
    if (name ~ /^(at|front|back|begin|end|items|value|get|find|object)$/) return ""
    all = kinds[name]
    if (all == "") return name ~ /^[A-Z][a-z]/ ? "object" : ""
    if (all ~ /refers/) return ""
    return all ~ /pointer/ ? (all ~ /object/ ? "" : "pointer") : "object"
  }
  # Whether the range refers into an object that is gone once the loop begins.
  function dangles(range,   whole, step, name, separator, is_call, state, kind) {
    gsub(/->/, ">-", range)  # told from the end of a template argument
    sub(/ \| .*/, "", range)
    # arguments become @, indices #
    while (gsub(/\([^(){}]*\)|\{[^(){}]*\}/, "@", range) || gsub(/\[[^][(){}]*\]/, "#", range)) {}
    gsub(/<[^<>@]*>@/, "@", range)
    whole = range
    gsub(/ /, "", range)
    sub(/^\*/, "", range)
    state = "lives"
    while (match(range, /^(\.|>-)?[A-Za-z_][A-Za-z_0-9:]*/)) {
      step = substr(range, 1, RLENGTH)
      range = substr(range, RLENGTH + 1)
      separator = step ~ /^>-/ ? "->" : step ~ /^\./ ? "." : ""
      name = step
      sub(/^(\.|>-)/, "", name)
      if (separator == "->" && state != "lives") state = "gone"
      is_call = range ~ /^@/
      if (is_call) {
        range = substr(range, 2)
        kind = returned(name)
        if (kind != "") state = kind
        else if (state != "lives") state = "gone"
      }
      while (range ~ /^[#@]/) {
        range = substr(range, 2)
        if (state != "lives") state = "gone"
      }
    }
    return range == "" && (state == "gone" || (whole ~ /^\*/ && state == "pointer"))
  }
  # The range of the loop that the text begins with; "": it has none. Sets `ends`: the text has all of its head.
  function range_of(text,   i, depth, c, from) {
    ends = 1
    for (i = index(text, "("); i <= length(text); ++i) {
      c = substr(text, i, 1)
      if (c ~ /[({[]/) ++depth
      if (c ~ /[)}\]]/ && --depth == 0) return from ? substr(text, from, i - from) : ""
      if (c == ";" && depth == 1) from = 0
      if (c == ":" && depth == 1 && substr(text, i - 1, 3) == " : ") from = i + 2
    }
    ends = 0
    return ""
  }
  { sub(/ *\/\/.*/, "") }
  FNR == 1 { head = "" }
  /^ *for \(/ || head != "" {
    if (head == "") place = FILENAME ":" FNR
    gsub(/"([^"\\]|\\.)*"|\047[^\047]\047/, "x")
    sub(/^ +/, " ")
    head = head $0
    range = range_of(head)
    if (!ends && length(head) < 1000) next
    head = ""
    at[++loops] = place
    ranges[loops] = range
    next
  }
  { note_declaration($0) }
  END {
    for (i = 1; i <= loops; ++i) {
      if (!dangles(ranges[i])) continue
      if (!failed++) print "loops over a part of an object that is gone when they begin:"
      print at[i] ": " ranges[i]
    }
    exit failed > 0
  }' >&2
