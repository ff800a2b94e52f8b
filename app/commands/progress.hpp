#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>

#include "core/base/waiter.hpp"

namespace heteroscope {

/// One line on standard error that is written over itself, only where a person sees it (a terminal); cleared at the
/// end.
class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  void show(const std::string& text) const;
  /// Shows the text likewise; if nobody watches, in a pipe or a file, it writes a line every ten seconds.
  void show_or_say(const std::string& text);
  [[nodiscard]] bool seen() const { return terminal_; }

 private:
  using Clock = std::chrono::steady_clock;
  bool terminal_;
  Clock::time_point said_ = Clock::now();
};

/// How far something of many parts is, and how long it will take.
class Progress {
 public:
  /// `note`: said once, with the first part; empty: none. What is refused before that says why, and no more.
  explicit Progress(std::string title, std::string note = {}) : title_(std::move(title)), note_(std::move(note)) {}
  void show(std::size_t done, std::size_t all, const std::string& now);
  /// Shows the progress with a given estimate of the rest, or without one.
  void show(std::size_t done, std::size_t all, std::optional<double> left_s, const std::string& now);

 private:
  using Clock = std::chrono::steady_clock;
  std::string title_;
  std::string note_;
  ProgressLine line_;
  Clock::time_point start_ = Clock::now();
  std::size_t done_ = 0;
  Clock::time_point last_done_ = start_;  ///< when that was reached
};

/// For whom waits for a table (core/model/capabilities/table.hpp) that takes long: "render: reference orbit, 43 %".
ProgressSink shown_table(std::string title);

/// How long the rest takes if parts are alike; none while there is none to tell it by. `elapsed_s`: that those which
/// are done took; `since_s`: since then.
std::optional<double> left_of_alike(std::size_t done, std::size_t all, double elapsed_s, double since_s);

/// "bench 3 of 40, 2 min left: now"; without a time where there is none.
std::string progress_text(const std::string& title, std::size_t done, std::size_t all, std::optional<double> left_s,
                          const std::string& now);

}  // namespace heteroscope
