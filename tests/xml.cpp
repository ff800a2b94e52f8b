#include "tests/xml.hpp"

#include <algorithm>
#include <set>
#include <sstream>

namespace heteroscope::testing {
namespace {

/// Without what stands between such tags, and without the tags that have no end.
std::string without_code(std::string page) {
  for (const std::string tag : {"script", "style"}) {
    const std::size_t begin = page.find("<" + tag + ">");
    const std::size_t end = page.find("</" + tag + ">");
    if (begin != std::string::npos && end != std::string::npos) page.erase(begin, end - begin + tag.size() + 3);
  }
  for (const std::string tag : {"<!DOCTYPE", "<meta", "<img"}) {
    for (std::size_t at = page.find(tag); at != std::string::npos; at = page.find(tag, at))
      page.erase(at, page.find('>', at) + 1 - at);
  }
  return page;
}

/// What stands between the one and the next other, everywhere.
std::vector<std::string> between(const std::string& text, const std::string& begin, char end) {
  std::vector<std::string> out;
  for (std::size_t at = text.find(begin); at != std::string::npos; at = text.find(begin, at)) {
    at += begin.size();
    out.push_back(text.substr(at, text.find(end, at) - at));
  }
  return out;
}

void check_ids(const std::string& page, std::vector<std::string>& faults) {
  std::set<std::string> ids;
  for (const std::string& each : between(page, " id=\"", '"')) {
    if (!ids.insert(each).second) faults.push_back("two of id " + each);
  }
  std::vector<std::string> wanted = between(page, " href=\"#", '"');
  for (const std::string& each : between(page, " aria-labelledby=\"", '"')) {
    std::istringstream words(each);
    for (std::string word; words >> word;) wanted.push_back(word);
  }
  for (const std::string& each : wanted) {
    if (!ids.contains(each)) faults.push_back("nothing has the id " + each);
  }
}

void check_headings(const std::string& page, std::vector<std::string>& faults) {
  int before = 0;
  for (const std::string& each : between(page, "<h", '>')) {
    const int level = each.front() - '0';
    if (level < 1 || level > 6) continue;  // <header>
    if (level > before + 1) faults.push_back("a heading of level " + each + " after one of " + std::to_string(before));
    before = level;
  }
  if (count_of(page, "<h1") != 1) faults.emplace_back("not one <h1>");
}

}  // namespace

std::size_t count_of(const std::string& text, const std::string& word) {
  std::size_t out = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++out;
  return out;
}

std::string fault_in_xml(const std::string& text) {
  std::vector<std::string> open;
  std::size_t roots = 0;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '&') {
      const std::string entity = text.substr(at, text.find(';', at) + 1 - at);
      if (!std::set<std::string>{"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"}.contains(entity)) return "a bare &";
    }
    if (text[at] == '>') return "a bare >";
    if (text[at] != '<') {
      ++at;
      continue;
    }
    const std::size_t end = text.find('>', at);
    if (end == std::string::npos) return "a tag without an end";
    const std::string tag = text.substr(at + 1, end - at - 1);
    at = end + 1;
    if (tag.empty() || tag.find('<') != std::string::npos) return "a tag in a tag";
    if (std::ranges::count(tag, '"') % 2 != 0) return "an open quotation in " + tag;
    if (tag.front() == '?') continue;
    const std::string name = tag.substr(0, tag.find_first_of(" /\n", 1));
    if (tag.front() == '/') {
      if (open.empty() || "/" + open.back() != tag) return tag + " without its beginning";
      open.pop_back();
      continue;
    }
    if (open.empty()) ++roots;
    if (tag.back() != '/') open.push_back(name);
  }
  if (!open.empty()) return open.back() + " is never closed";
  return roots == 1 ? "" : "not one root";
}

std::vector<std::string> faults_in_page(const std::string& page) {
  std::vector<std::string> out;
  if (!page.starts_with("<!DOCTYPE html>\n<html lang=\"en\">")) out.emplace_back("not a page in English");
  if (const std::string fault = fault_in_xml(without_code(page)); !fault.empty()) out.push_back(fault);
  check_ids(page, out);
  check_headings(page, out);
  for (const std::string& each : between(page, "<th ", '>')) {
    if (each.find("scope=\"col\"") == std::string::npos) out.push_back("a head without a scope: " + each);
  }
  for (const std::string& each : between(page, "<img ", '>')) {
    if (each.find("alt=\"") == std::string::npos || each.find("alt=\"\"") != std::string::npos)
      out.emplace_back("a picture without words");
    if (!each.starts_with("src=\"data:image/png;base64,")) out.emplace_back("a picture from elsewhere");
  }
  if (count_of(page, "<svg ") != count_of(page, "role=\"img\"")) out.emplace_back("a drawing that is no picture");
  for (const std::string& each : between(page, "http", '"')) {
    // a name of a namespace is no address that is asked for anything
    if (each.starts_with(':') || each.starts_with("s:")) {
      if (each != "://www.w3.org/2000/svg") out.push_back("elsewhere: http" + each);
    }
  }
  for (const char* each : {"<th>", "@import", "url(", "<link", "<iframe"}) {
    if (page.find(each) != std::string::npos) out.emplace_back(each);
  }
  return out;
}

}  // namespace heteroscope::testing
