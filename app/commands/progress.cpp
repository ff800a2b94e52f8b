#include "app/commands/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
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

void Progress::show(std::size_t done, std::size_t all, const std::string& now) {
  constexpr std::chrono::seconds between_lines{10};
  const auto time = Clock::now();
  const std::string text = progress_text(title_, done, all, std::chrono::duration<double>(time - start_).count(), now);
  if (line_.seen()) return line_.show(text);
  if (time - said_ < between_lines) return;
  said_ = time;
  fmt::print(stderr, "{}\n", text);
}

std::string progress_text(const std::string& title, std::size_t done, std::size_t all, double elapsed_s,
                          const std::string& now) {
  std::string out = fmt::format("{} {} of {}", title, std::min(done + 1, all), all);
  if (done > 0 && done < all) {
    const double left_s = elapsed_s / static_cast<double>(done) * static_cast<double>(all - done);
    out += left_s < 90 ? fmt::format(", {:.0f} s left", left_s) : fmt::format(", {:.0f} min left", left_s / 60);
  }
  return fmt::format("{}: {}", out, now);
}

}  // namespace heteroscope
