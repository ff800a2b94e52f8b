#include "app/commands/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace heteroscope {

namespace {
// ANSI: back to the line's start and clear it
constexpr const char* clear_line = "\r\x1b[K";
}  // namespace

ProgressLine::ProgressLine() : terminal_(isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine() {
  if (terminal_) std::fputs(clear_line, stderr);
}

void ProgressLine::show(const std::string& text) const {
  if (!terminal_) return;
  std::fputs((clear_line + text).c_str(), stderr);
  std::fflush(stderr);
}

}  // namespace heteroscope
