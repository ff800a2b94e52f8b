#pragma once

#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "core/base/error.hpp"

namespace heteroscope::testing {

/// What BadInput says by a code, and of which thing. Tests compare these: the words of its message may become better.
struct Refused {
  Wrong wrong = Wrong::unsaid;
  std::string thing;
  bool operator==(const Refused&) const = default;
};

inline std::ostream& operator<<(std::ostream& to, const Refused& refused) {
  return to << "code " << static_cast<int>(refused.wrong) << " of " << refused.thing;
}

/// What the BadInput that `body` throws says. Its message must begin with those words and name the thing, in one line.
/// "(nothing thrown)" is the thing where it throws none.
template <class Body>
Refused refused(const Body& body, const std::string& begin = {}) {
  try {
    body();
  } catch (const heteroscope::BadInput& bad) {
    const std::string line = bad.what();
    EXPECT_TRUE(line.starts_with(begin)) << line;
    EXPECT_NE(line.find(bad.thing), std::string::npos) << line << " does not name " << bad.thing;
    EXPECT_EQ(line.find('\n'), std::string::npos) << line;
    return {bad.wrong, bad.thing};
  }
  return {Wrong::unsaid, "(nothing thrown)"};
}

/// The message of the BadInput that `body` throws; "(nothing thrown)" if it throws none.
template <class Body>
std::string refusal(const Body& body) {
  try {
    body();
  } catch (const heteroscope::BadInput& wrong) {
    return wrong.what();
  }
  return "(nothing thrown)";
}

}  // namespace heteroscope::testing
