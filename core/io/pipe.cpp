#include "core/io/pipe.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "core/base/error.hpp"
#include "core/base/message.hpp"

namespace heteroscope {

PipeEnds open_pipe(const std::string& what) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0)
    throw BadInput(fmt::format("{}: the system cannot create a pipe: {}", what, reason_of(errno)));
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

}  // namespace heteroscope
