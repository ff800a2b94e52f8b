#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "core/io/private_folder.hpp"
#include "core/link/hello.hpp"
#include "core/link/machine_link.hpp"
#include "core/link/message_kind.hpp"

namespace heteroscope::testing {

/// A message as it crosses.
inline std::string as_sent(const std::vector<std::uint8_t>& message) {
  const std::uint64_t length = message.size();
  std::string out = "HETWRKR2";
  out.append(reinterpret_cast<const char*>(&length), sizeof length);
  return out.append(message.begin(), message.end());
}

/// A program that says what a file has, and hears nothing.
class FakeWorker {
 public:
  explicit FakeWorker(const std::string& says) { write_scratch_file(folder_.path() / "says", says); }
  [[nodiscard]] MachineAddress address() const {
    return {.name = "there", .via = "cat '" + (folder_.path() / "says").string() + "'; exec cat >/dev/null"};
  }
  /// What is told where it cannot be used.
  [[nodiscard]] std::string refusal() const {
    try {
      const MachineLink link(address());
    } catch (const BadInput& wrong) {
      return wrong.what();
    }
    return {};
  }

 private:
  PrivateFolder folder_;
};

inline Hello greeting_of_worker() {
  Hello out = own_hello();
  out.facts = own_facts();
  return out;
}

/// What a worker says until its link has been measured, with signs of life in between.
inline std::string beginning_of_worker(const Hello& greeting) {
  std::string out = as_sent(message(MessageKind::hello, greeting));
  constexpr int most_echoes = 7;  // that a link is measured with
  for (int i = 0; i < most_echoes; ++i)
    out += as_sent(message(MessageKind::echo, std::vector<std::uint8_t>())) + as_sent(message(MessageKind::alive));
  return out;
}

}  // namespace heteroscope::testing
