#pragma once

#include <cstdint>

#include "core/link/message_channel.hpp"

namespace heteroscope {

/// From now on a person's function that ends this process by std::terminate(), exit() or a signal is told of to the
/// asking process, with its line where that is known, in place of the end alone. Called once, by the thread that will
/// run such functions; the channel outlives the process's main function.
void tell_sudden_ends(const MessageChannel& channel);

/// As long as it lives, the execution of that number runs a person's functions. One at a time.
class OwnExecution {
 public:
  explicit OwnExecution(std::uint64_t number);
  ~OwnExecution();
  OwnExecution(const OwnExecution&) = delete;
  OwnExecution& operator=(const OwnExecution&) = delete;
};

}  // namespace heteroscope
