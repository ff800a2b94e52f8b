#pragma once

#include "core/io/image/image.hpp"
#include "tests/image_files.hpp"
#include "tests/unit/refused.hpp"

namespace heteroscope::testing {

/// The code of the error that these bytes give as an image; the file is what it names.
inline Wrong wrong_image(const Bytes& bytes) {
  const Refused out = refused([&] { decode_image(bytes, "p.img"); }, "p.img: ");
  EXPECT_EQ(out.thing, "p.img");
  return out.wrong;
}

}  // namespace heteroscope::testing
