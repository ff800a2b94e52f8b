#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/worker/printed_lines.hpp"

/// What persons' files print in workers, on its way to the person.
namespace heteroscope {

struct OwnFile;

/// Says on standard error what a worker has printed while it computed with these files: "my_heat.cpp prints: …", or the
/// lines alone where there are none. Of each file no more than PrintedLines::most_lines are said in this process. A
/// PrintListener is told instead. Any thread may call it.
void tell_printed(const std::vector<OwnFile>& files, const PrintedLines& lines);

/// Says, at the end of a command, how many lines more than that each file has printed.
void tell_rest_of_printed();

/// Is told of all that is printed for as long as it lives, by any thread, in place of standard error: the path and the
/// text of each file that computed, and the lines. At most one lives at a time.
class PrintListener {
 public:
  using Listen = std::function<void(const std::string& path, const std::string& text, const PrintedLines&)>;
  explicit PrintListener(Listen listen);
  ~PrintListener();
  PrintListener(const PrintListener&) = delete;
  PrintListener& operator=(const PrintListener&) = delete;
};

}  // namespace heteroscope
