#include "app/commands/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string_view>
#include <utility>

#include "app/console/console.hpp"
#include "app/text/format.hpp"

namespace heteroscope {

namespace {
// ANSI: back to the line's start and clear it
constexpr const char* clear_line = "\r\x1b[K";
}  // namespace

ProgressLine::ProgressLine() : terminal_(!is_silent() && isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine() {
  if (terminal_) std::fputs(clear_line, stderr);
}

void ProgressLine::show(const std::string& text) const {
  if (!terminal_) return;
  std::fputs((clear_line + text).c_str(), stderr);
  std::fflush(stderr);
}

void ProgressLine::show_or_say(const std::string& text) {
  constexpr std::chrono::seconds between_lines{10};
  if (terminal_) return show(text);
  const auto time = Clock::now();
  if (is_silent() || time - said_ < between_lines) return;
  said_ = time;
  fmt::print(stderr, "{}\n", text);
}

void Progress::show(std::size_t done, std::size_t all, const std::string& now) {
  const auto time = Clock::now();
  if (done != done_) {
    done_ = done;
    last_done_ = time;
  }
  const auto seconds = [](Clock::duration span) { return std::chrono::duration<double>(span).count(); };
  show(done, all, left_of_alike(done, all, seconds(last_done_ - start_), seconds(time - last_done_)), now);
}

void Progress::show(std::size_t done, std::size_t all, std::optional<double> left_s, const std::string& now) {
  if (!note_.empty()) print_error("note", std::exchange(note_, {}));
  line_.show_or_say(progress_text(title_, done, all, left_s, now));
}

namespace {

class TableLine {
 public:
  explicit TableLine(std::string title) : title_(std::move(title)) {}
  void show(std::string_view what, double share) {
    constexpr std::chrono::milliseconds between{200};
    const auto now = std::chrono::steady_clock::now();
    if (what.empty()) return line_.reset();
    if (!line_) {
      line_.emplace();
      shown_ = now;
    }
    if (now - shown_ < between) return;
    shown_ = now;
    line_->show_or_say(fmt::format("{}: {}, {:.0f} %", title_, what, 100 * share));
  }

 private:
  std::string title_;
  std::optional<ProgressLine> line_;
  std::chrono::steady_clock::time_point shown_;
};

}  // namespace

ProgressSink shown_table(std::string title) {
  return [line = std::make_shared<TableLine>(std::move(title))](std::string_view what, double share) {
    line->show(what, share);
  };
}

std::optional<double> left_of_alike(std::size_t done, std::size_t all, double elapsed_s, double since_s) {
  if (done == 0 || done >= all) return std::nullopt;
  // the one under way takes as long as another at least
  const double each_s = elapsed_s / static_cast<double>(done);
  return std::max(0.0, each_s - since_s) + each_s * static_cast<double>(all - done - 1);
}

std::string progress_text(const std::string& title, std::size_t done, std::size_t all, std::optional<double> left_s,
                          const std::string& now) {
  std::string out = fmt::format("{} {} of {}", title, std::min(done + 1, all), all);
  if (left_s) {
    out += fmt::format(", {} left", rough_time(std::max(0.0, *left_s)));
  }
  return fmt::format("{}: {}", out, now);
}

}  // namespace heteroscope
