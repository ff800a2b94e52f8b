#include "app/window/picture/sampler.hpp"

#include <chrono>

namespace heteroscope {
namespace {

Sampled carried_out(const SampleOrder& order, BufferPool& pool) {
  Sampled out{.order = order};
  const auto start = std::chrono::steady_clock::now();
  out.field = sample(colored_of(*order.frame, order.role), order.grid, pool);
  out.ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  return out;
}

}  // namespace

void Sampler::start(const SampleOrder& order) {
  task_.start([this, order] { return carried_out(order, pool_); },
              [order](const Failure& failure) { return Sampled{.order = order, .error = failure.line}; });
}

}  // namespace heteroscope
