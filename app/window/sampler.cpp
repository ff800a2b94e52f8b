#include "app/window/sampler.hpp"

#include <chrono>
#include <stdexcept>
#include <utility>

namespace heteroscope {
namespace {

Sampled carried_out(SampleOrder order, BufferPool& pool) {
  Sampled out{.order = std::move(order)};
  try {
    const auto start = std::chrono::steady_clock::now();
    out.field = sample(picture_of(*out.order.frame, out.order.role), out.order.grid, pool);
    out.ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  } catch (const std::runtime_error& failure) {
    out.error = failure.what();
  }
  return out;
}

}  // namespace

void Sampler::start(SampleOrder order) {
  task_.start([this, order = std::move(order)]() mutable { return carried_out(std::move(order), pool_); });
}

}  // namespace heteroscope
