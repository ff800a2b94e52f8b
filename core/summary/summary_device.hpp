#pragma once

#include "core/device/device.hpp"
#include "core/summary/sample.hpp"
#include "core/summary/summary.hpp"
#include "core/types/field_view.hpp"

/// Fields summed up where they are, on the GPU in use. Each call throws DeviceError on failure.
namespace heteroscope::device {

/// Minimum, maximum, sum and zeros of a field on the device.
Summary summarize(const FieldView& view, const Stream& stream);

/// heteroscope::sample() for a field on the device, into memory there, with the same bits.
void sample(const FieldView& view, const SampleGrid& grid, void* out, const Stream& stream);

}  // namespace heteroscope::device
