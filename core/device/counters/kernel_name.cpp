#include "core/device/counters/kernel_name.hpp"

#include <cxxabi.h>

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <string_view>

namespace heteroscope::device {

namespace {

/// Takes every piece of the text that begins with `begin` and ends with `end` out of it.
void remove_all(std::string& text, std::string_view begin, std::string_view end) {
  for (std::size_t at = text.find(begin); at != std::string::npos; at = text.find(begin, at)) {
    const std::size_t last = text.find(end, at + begin.size());
    if (last == std::string::npos) return;
    text.erase(at, last + end.size() - at);
  }
}

}  // namespace

std::string short_kernel_name(std::string name) {
  remove_all(name, "_GLOBAL__N__", "::");
  for (const char* nameless : {"(anonymous namespace)", "<unnamed>", "heteroscope"}) remove_all(name, nameless, "::");
  // the parameters begin behind the template's arguments
  int depth = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    depth += name[i] == '<' ? 1 : name[i] == '>' ? -1 : 0;
    if (name[i] != '(' || depth > 0) continue;
    // "(blur::Border)1" is a value
    name.resize(i);
    break;
  }
  if (name.starts_with("void ")) name.erase(0, 5);
  return name;
}

std::string readable_kernel_name(std::string name) {
  // code that is linked by itself gets a mark of its file before the name
  if (name.starts_with("__nv_static_") && name.find("__Z") != std::string::npos) name.erase(0, name.find("__Z") + 1);
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status),
                                                    std::free);
  return short_kernel_name(text != nullptr ? text.get() : name);
}

}  // namespace heteroscope::device
