#pragma once

#include <memory>

#include "app/window/feature/feature.hpp"
#include "app/window/feature/latest_task.hpp"
#include "app/window/picture/field_samples.hpp"

namespace heteroscope {

/// Writes the values of a picture's cells into the cells, where these are large enough.
class CellValues final : public Feature {
 public:
  CellValues();
  void overlay(const Window& window, OverlaySpace& space) override;
  void leave_workload() override { values_.forget(); }
  [[nodiscard]] Activity activity(const Window& /*window*/) const override { return {.busy = values_.busy()}; }

 private:
  struct Request {
    std::shared_ptr<const Frame> frame;
    int x = 0, y = 0;
    Size size;
    bool operator==(const Request&) const = default;
  };
  struct Values {
    Request of;
    FieldSamples samples;
  };
  LatestTask<Request, Values> values_;
};

}  // namespace heteroscope
