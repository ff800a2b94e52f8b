#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace heteroscope {

/// A shared object that a person's file was compiled to.
struct OwnObject {
  std::string path;  ///< of its file, without links, as the system names what is mapped of it
  std::string code;  ///< its bytes
  std::string unit;  ///< the file, by the name that its line numbers have (unit_name())
};

/// Notes an object ahead of its being loaded, after which it may have no file any more: constructors of its globals run
/// while it is loaded.
void note_own_object(OwnObject object);

/// So many calls are looked at.
inline constexpr std::size_t most_calls = 128;

/// Writes the addresses of the instructions that this thread's calls are at, the innermost first, and returns how many
/// they are. A handler of signals may call it once it has been called elsewhere, which loads what it needs.
std::size_t calls_of_this_thread(std::span<std::uintptr_t> out) noexcept;

/// Returns the place of a person's file that calls are in, the innermost of them: "my_heat.cpp:12", by addr2line
/// (binutils); "my_heat.cpp" where that is not installed, or knows no line; empty where none is of such a file. Throws
/// nothing.
std::string place_in_own_file(std::span<const std::uintptr_t> calls) noexcept;
/// Likewise, of this thread's calls.
std::string place_in_own_file() noexcept;

}  // namespace heteroscope
