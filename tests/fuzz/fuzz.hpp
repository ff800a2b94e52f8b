#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

/// Takes any bytes. Ends the program if the reader does anything but succeed or throw BadInput.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace heteroscope::testing {

/// Files that the reader takes, of every kind that it knows: where mutation begins.
std::vector<std::vector<std::byte>> fuzz_seeds();

/// Prints what is wrong and aborts.
[[noreturn]] void fuzz_failure(const char* what, const char* detail = "");

}  // namespace heteroscope::testing
