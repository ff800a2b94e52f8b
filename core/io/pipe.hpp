#pragma once

#include <string>

#include "core/io/descriptor.hpp"

namespace heteroscope {

/// Both ends of a pipe. Programs that are started have them where it is said so alone.
struct PipeEnds {
  Descriptor reads, writes;
};

/// Opens a pipe. Throws BadInput, "server: the system gives no pipe: …", where there are too many open files; `what`
/// is what it is for.
PipeEnds open_pipe(const std::string& what);

}  // namespace heteroscope
