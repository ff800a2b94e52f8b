#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace heteroscope {

/// A file that goes along with a command.
struct SentFile {
  std::string name;  ///< as the command's words have it: a path that begins in the folder in which it runs
  std::string bytes;
};

/// A command of this program that a worker starts on its machine, in a folder of its own. What it prints comes back as
/// it is printed, and at its end the files that it was to write.
struct CommandRequest {
  std::uint64_t number = 0;
  std::vector<std::string> words;  ///< behind the program's name
  std::vector<SentFile> inputs;
  std::vector<std::string> outputs;  ///< names as those of inputs; by their numbers they come back
};

/// What a command has printed: whole lines, but for the last one.
struct CommandOutput {
  std::uint64_t number = 0;
  bool is_error = false;
  std::string text;
};

/// A file that it has written.
struct CommandFile {
  std::uint64_t number = 0;
  std::uint32_t which = 0;  ///< of the outputs
  std::string bytes;
};

/// How it ended.
struct CommandEnd {
  std::uint64_t number = 0;
  std::int32_t code = 0;  ///< its exit code; −1: a signal ended it
};

template <class Wire>
void exchange(Wire& wire, SentFile& file) {
  wire(file.name, file.bytes);
}
template <class Wire>
void exchange(Wire& wire, CommandRequest& request) {
  wire(request.number, request.words, request.inputs, request.outputs);
}
template <class Wire>
void exchange(Wire& wire, CommandOutput& output) {
  wire(output.number, output.is_error, output.text);
}
template <class Wire>
void exchange(Wire& wire, CommandFile& file) {
  wire(file.number, file.which, file.bytes);
}
template <class Wire>
void exchange(Wire& wire, CommandEnd& end) {
  wire(end.number, end.code);
}

}  // namespace heteroscope
