#pragma once

#include <string>

#include "core/io/sha256.hpp"
#include "core/link/wire.hpp"
#include "core/serving/received_files.hpp"
#include "core/worker/file_part.hpp"

namespace heteroscope::testing {

/// Has a worker's files take a message, as one that has come.
template <class Value>
void take(ReceivedFiles& files, void (ReceivedFiles::*how)(WireReader&), const Value& value) {
  WireWriter out;
  out(value);
  WireReader in(out.bytes());
  (files.*how)(in);
}

/// Sends bytes in parts under a name.
inline void receive(ReceivedFiles& files, const std::string& content, const std::string& bytes) {
  for (std::size_t at = 0; at <= bytes.size(); at += FilePart::most_bytes) {
    const std::string part = bytes.substr(at, FilePart::most_bytes);
    take(files, &ReceivedFiles::take,
         FilePart{.content = content, .at = at, .is_last = part.size() < FilePart::most_bytes, .bytes = part});
  }
}

/// Sends a file. Returns its name there.
inline std::string receive(ReceivedFiles& files, const std::string& bytes) {
  std::string out = sha256(bytes);
  receive(files, out, bytes);
  return out;
}

}  // namespace heteroscope::testing
