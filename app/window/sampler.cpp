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

bool Sampler::busy() const {
  const std::lock_guard lock(mutex_);
  return busy_;
}

void Sampler::start(SampleOrder order) {
  {
    const std::lock_guard lock(mutex_);
    if (busy_) return;
    busy_ = true;
    sampled_.reset();
  }
  thread_ = std::jthread([this, order = std::move(order)]() mutable {
    Sampled sampled = carried_out(std::move(order), pool_);
    const std::lock_guard lock(mutex_);
    sampled_ = std::move(sampled);
    busy_ = false;
  });
}

std::optional<Sampled> Sampler::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(sampled_, std::nullopt);
}

}  // namespace heteroscope
