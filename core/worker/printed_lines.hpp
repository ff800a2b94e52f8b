#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heteroscope {

/// Lines that a process has printed: the first ones, as a terminal or a window may show them, and how many there were
/// beyond these.
struct PrintedLines {
  static constexpr std::size_t most_lines = 20;
  static constexpr std::size_t most_characters = 300;  ///< of a line

  std::vector<std::string> first;
  std::uint64_t more = 0;
  bool operator==(const PrintedLines&) const = default;

  [[nodiscard]] bool empty() const { return first.empty() && more == 0; }
  /// Adds a line as it was printed; one of blanks alone is none.
  void add(std::string_view line);
  /// Adds what was printed afterwards.
  void add(const PrintedLines& later);
};

/// "and 4,312 lines more".
std::string more_lines_text(std::uint64_t more);

/// Makes lines of a process's output as it comes. Takes the memory of PrintedLines and one line, however much comes.
class LineReader {
 public:
  void add(std::string_view bytes);
  /// Returns the lines since the last time; what has come of one that has not ended counts as one.
  PrintedLines take();

 private:
  void end_line();

  std::string line_;  ///< the beginning of the present line
  PrintedLines lines_;
};

}  // namespace heteroscope
