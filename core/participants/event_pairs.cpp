#include "core/participants/event_pairs.hpp"

namespace heteroscope {

EventPairs::Pair& EventPairs::next() {
  if (used_ == all_.size()) all_.emplace_back();
  return all_[used_++];
}

double EventPairs::ms() const {
  double out = 0;
  for (std::size_t i = 0; i < used_; ++i) out += device::Event::elapsed_ms(all_[i].begin, all_[i].end);
  return out;
}

}  // namespace heteroscope
