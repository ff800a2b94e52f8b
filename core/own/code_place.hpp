#pragma once

#include <string>

namespace heteroscope {

/// A shared object that a person's file was compiled to.
struct OwnObject {
  std::string path;  ///< by which the loader knows it
  std::string code;  ///< its bytes
  std::string unit;  ///< the file, by the name that its line numbers have (unit_name())
};

/// Notes an object ahead of its being loaded, after which it may have no file any more: constructors of its globals run
/// while it is loaded.
void note_own_object(OwnObject object);

/// Returns the place of a person's file that this thread is in, the innermost of its calls: "my_heat.cpp:12", by
/// addr2line (binutils); "my_heat.cpp" where that is not installed, or knows no line; empty where no function of such a
/// file has been called. Throws nothing.
std::string place_in_own_file() noexcept;

}  // namespace heteroscope
