#pragma once

#include <stop_token>
#include <string>

namespace heteroscope {

class OwnVariant;

/// How a save of a person's file compares with the reference, in small cases.
struct SaveCheck {
  const OwnVariant* variant = nullptr;
  int compared = 0;   ///< cases that agree
  std::string wrong;  ///< how the first other one differs or fails, in one line; empty: all agree
};

/// Compares the variant with its reference in cases that are drawn evenly from those of `verify` that compute on its
/// processor alone and need little, until one fails or most of a second has passed. It computes in a worker of its own.
/// Any thread may call it. Throws GivenUp once a stop is requested or another save has taken the variant's place.
SaveCheck checked_save(const OwnVariant& variant, const std::stop_token& stop);

}  // namespace heteroscope
