#include "app/window/picture/sampler.hpp"

#include "core/base/watch.hpp"

namespace heteroscope {
namespace {

Sampled carried_out(const SampleOrder& order, BufferPool& pool) {
  Sampled out{.order = order};
  const Watch watch;
  out.field = sample(colored_of(*order.frame, order.role), order.grid, pool);
  out.ms = watch.ms();
  return out;
}

}  // namespace

void Sampler::start(const SampleOrder& order) {
  task_.start([this, order] { return carried_out(order, pool_); },
              [order](const Failure& failure) { return Sampled{.order = order, .error = failure.line}; });
}

}  // namespace heteroscope
