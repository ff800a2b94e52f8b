#pragma once

#include <atomic>
#include <exception>
#include <memory>
#include <thread>

#include "core/buffer.hpp"
#include "core/device.hpp"
#include "core/job.hpp"
#include "core/variant.hpp"

namespace heteroscope {

/// The GPU's side of a frame: launches a variant over rows without waiting, times it by events, joins it.
class GpuRun {
 public:
  explicit GpuRun(BufferPool& pool) : pool_(pool) {}
  ~GpuRun();
  GpuRun(const GpuRun&) = delete;
  GpuRun& operator=(const GpuRun&) = delete;

  /// Starts `job.rows`, whose stream must be this object's. Without `job.cancel` it is one launch; with it, bands of
  /// rows that take about 8 ms each, at most two under way, driven by a thread of their own so that the caller can
  /// compute meanwhile. `row_ms_at_worst` is a pessimist's guess at a row's time, for the first band.
  void start(const Variant& variant, const Job& job, double row_ms_at_worst);
  /// Waits; device time in ms. Throws what the launches threw.
  double join();

  [[nodiscard]] const device::Stream& stream() const { return stream_; }

 private:
  void launch(Rows rows);
  void drive_bands(double row_ms_at_worst);

  BufferPool& pool_;
  device::Stream stream_;
  device::Event begin_;
  device::Event end_;
  const Variant* variant_ = nullptr;
  Job job_;
  std::shared_ptr<Buffer> scratch_;
  std::thread driver_;
  std::exception_ptr failure_;
};

}  // namespace heteroscope
