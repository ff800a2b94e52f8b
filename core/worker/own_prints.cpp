#include "core/worker/own_prints.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "core/base/message.hpp"
#include "core/worker/execute_request.hpp"

namespace heteroscope {
namespace {

struct Prints {
  std::mutex mutex;
  PrintListener::Listen listen;
  std::map<std::string, PrintedLines> told;  ///< by the names of the files
};

Prints& prints() {
  static Prints out;
  return out;
}

void print_line(const std::string& names, const std::string& line) {
  const std::string text = names.empty() ? line + '\n' : fmt::format("{} prints: {}\n", printable(names), line);
  std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace

void tell_printed(const std::vector<OwnFile>& files, const PrintedLines& lines) {
  if (lines.empty()) return;
  Prints& all = prints();
  const std::lock_guard lock(all.mutex);
  if (all.listen && !files.empty()) {
    for (const OwnFile& each : files) all.listen(each.path, each.text, lines);
    return;
  }
  const std::string names = names_of(files);
  PrintedLines& told = all.told[names];
  const std::size_t before = told.first.size();
  told.add(lines);
  for (std::size_t i = before; i < told.first.size(); ++i) print_line(names, told.first[i]);
}

void tell_rest_of_printed() {
  Prints& all = prints();
  const std::lock_guard lock(all.mutex);
  for (auto& [names, told] : all.told) {
    if (const std::uint64_t more = std::exchange(told.more, 0); more > 0) print_line(names, more_lines_text(more));
  }
}

PrintListener::PrintListener(Listen listen) {
  const std::lock_guard lock(prints().mutex);
  prints().listen = std::move(listen);
}

PrintListener::~PrintListener() {
  const std::lock_guard lock(prints().mutex);
  prints().listen = {};
}

}  // namespace heteroscope
