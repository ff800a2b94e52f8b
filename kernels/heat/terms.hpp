#pragma once

namespace heteroscope::heat {

/// Calls `body.template operator()<Terms>()` with the number of terms of a pass as a compile-time constant.
template <class Body>
void with_terms(int terms, Body&& body) {
  switch (terms) {
    case 1:
      return body.template operator()<1>();
    case 2:
      return body.template operator()<2>();
    default:
      return body.template operator()<3>();
  }
}

}  // namespace heteroscope::heat
