#pragma once

#include <array>
#include <string>
#include <string_view>

#include "core/base/error.hpp"
#include "core/model/workload.hpp"
#include "tests/unit/refused.hpp"

namespace heteroscope::testing {

/// A workload with every kind of parameter and two stages, so that core is tested without any real one. Both stages
/// have a variant `plain`; `quick` and `sweep` are in one each.
inline const Workload& fake_workload() {
  static constexpr std::array<std::string_view, 2> mappings{"1d", "2d"};
  static constexpr auto run = [](const MapJob&) {};
  static const auto variant = [](Processor processor) {
    Variant out;
    out.processor = processor;
    out.run = run;
    if (processor == Processor::gpu) out.knobs.mappings = mappings;
    return out;
  };
  static const Variant cpu = variant(Processor::cpu);
  static const Variant gpu = variant(Processor::gpu);
  static const Workload workload = [] {
    Workload out;
    out.id = "fake";
    out.label = "Fake";
    out.parameters = {
        {"span", "Span", "", ParameterKind::real, 1e-300, 1000, 2.5, true, "width of the view"},
        {"count", "Count", "steps", ParameterKind::integer, 1, 1000000, 500, true, "how many"},
        {"smooth", "Smooth", "", ParameterKind::boolean, 0, 1, 0, false, "fractional"},
    };
    out.stages = {
        Stage{"first", {{"plain", &cpu}, {"quick", &cpu}, {"cuda_a", &gpu}, {"cuda_b", &gpu}}, "quick", "cuda_a"},
        Stage{"second", {{"plain", &cpu}, {"sweep", &cpu}}, "sweep", ""},
    };
    out.coloring.scale = ColorScale::sqrt;
    out.coloring.low = 1;
    out.coloring.high_parameter = "count";
    out.coloring.zero_is_special = true;
    return out;
  }();
  return workload;
}

inline Catalog fake_catalog() {
  static const std::array<const Workload*, 1> all{&fake_workload()};
  return all;
}

/// The fake workload whose result is a source, and one that takes an image and has a choice.
inline Catalog image_catalog() {
  static constexpr std::array<std::string_view, 3> borders{"zero", "clamp", "mirror"};
  static const Workload source = [] {
    Workload out = fake_workload();
    out.serves_as_source = true;
    return out;
  }();
  static const Workload filter = [] {
    Workload out;
    out.id = "filter";
    out.label = "Filter";
    out.image = {.default_source = "noise"};
    out.parameters = {{.id = "radius", .kind = ParameterKind::integer, .minimum = 1, .maximum = 32, .initial = 2},
                      {.id = "border", .kind = ParameterKind::choice, .initial = 1, .choices = borders}};
    out.stages = {fake_workload().stages[1]};
    out.coloring.palette = "gray";
    return out;
  }();
  static const std::array<const Workload*, 2> all{&source, &filter};
  return all;
}

inline const Workload& filter_workload() {
  return *image_catalog()[1];
}

}  // namespace heteroscope::testing
