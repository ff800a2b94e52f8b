#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

/// What is said of runs: commands of this program that a worker begins on its machine, and that go on there whatever
/// becomes of the worker and of the link (core/serving/kept_runs.hpp). core/link/message_kind.hpp has the order.
namespace heteroscope {

/// A file that goes along with a command, and has been sent ahead.
struct SentFile {
  std::string name;     ///< as the command's words have it: a path that begins in the folder in which it runs
  std::string content;  ///< its name among those that were sent (core/worker/file_part.hpp)
};

/// A command that is to begin, unless the run of that name has begun already: whoever does not know may ask again.
struct RunRequest {
  std::string run;                 ///< its name, which the asking process has made up: run_name_digits hexadecimal ones
  std::vector<std::string> words;  ///< behind the program's name
  std::vector<SentFile> inputs;
  std::vector<std::string> outputs;  ///< names as those of inputs; by their numbers they come back
};
inline constexpr std::size_t run_name_digits = 8;
/// Returns whether it is as a run's name is: no way to another folder.
inline bool is_run_name(const std::string& text) {
  return text.size() == run_name_digits && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

/// Files that a run writes, at most.
inline constexpr std::size_t most_run_outputs = 64;
/// Returns whether it is as the name of a run's file is: a path that begins in its folder and does not leave it.
inline bool is_run_file_name(const std::string& text) {
  const std::filesystem::path path(text);
  return !text.empty() && text.find('\0') == std::string::npos && path.is_relative() && path.has_filename() &&
         std::ranges::none_of(path, [](const auto& part) { return part == "." || part == ".."; });
}

/// Asks for what a run prints, as it is printed, and at its end for the files that it was to write.
struct FollowRequest {
  std::uint64_t number = 0;
  std::string run;
  std::uint64_t seen_out = 0;  ///< bytes of its standard output that have come before
  std::uint64_t seen_error = 0;
};

/// What a run has printed: whole lines, but for the last one.
struct RunOutput {
  std::uint64_t number = 0;
  bool is_error = false;
  std::uint64_t until = 0;  ///< where in its stream the text ends, in bytes
  std::string text;
};

/// A part of a file that it has written. A file without bytes has one, too.
struct RunFile {
  static constexpr std::size_t most_bytes = std::size_t{1} << 22;
  std::uint64_t number = 0;
  std::uint32_t which = 0;  ///< of the outputs
  std::uint64_t at = 0;     ///< where in the file it begins, in bytes
  bool is_last = true;
  std::string bytes;
};

/// How it ended.
struct RunEnd {
  std::uint64_t number = 0;
  std::int32_t code = 0;  ///< its exit code; −1: it came to no end of its own
};

/// A run as a list has it.
struct RunFacts {
  std::string run;
  std::vector<std::string> words;
  std::vector<std::string> outputs;
  bool is_under_way = false;
  std::optional<std::int32_t> code;  ///< of one that has ended; none: it came to no end of its own
  double begun_s = 0;                ///< so long ago
};

template <class Wire>
void exchange(Wire& wire, SentFile& file) {
  wire(file.name, file.content);
}
template <class Wire>
void exchange(Wire& wire, RunRequest& request) {
  wire(request.run, request.words, request.inputs, request.outputs);
}
template <class Wire>
void exchange(Wire& wire, FollowRequest& request) {
  wire(request.number, request.run, request.seen_out, request.seen_error);
}
template <class Wire>
void exchange(Wire& wire, RunOutput& output) {
  wire(output.number, output.is_error, output.until, output.text);
}
template <class Wire>
void exchange(Wire& wire, RunFile& file) {
  wire(file.number, file.which, file.at, file.is_last, file.bytes);
}
template <class Wire>
void exchange(Wire& wire, RunEnd& end) {
  wire(end.number, end.code);
}
template <class Wire>
void exchange(Wire& wire, RunFacts& facts) {
  wire(facts.run, facts.words, facts.outputs, facts.is_under_way, facts.code, facts.begun_s);
}

}  // namespace heteroscope
