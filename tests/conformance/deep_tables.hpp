#pragma once

#include <gtest/gtest.h>

#include <any>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "kernels/mandelbrot/deep/picture.hpp"
#include "kernels/mandelbrot/deep/table.hpp"
#include "kernels/mandelbrot/parameters.hpp"
#include "tests/json.hpp"

/// Deep places with exact counts, and what their pictures are computed from.
namespace heteroscope::mandelbrot {

inline constexpr Size size{640, 360};  // of the pictures that the samples are of

/// tests/deep/places.json.
const nlohmann::json& places();

inline Parameters parameters_at(const nlohmann::json& place) {
  Parameters out;
  out.center_re = Decimal::parse(place.at("center_re").get<std::string>());
  out.center_im = Decimal::parse(place.at("center_im").get<std::string>());
  out.span = Decimal::parse(place.at("span").get<std::string>());
  out.max_iterations = place.at("max_iterations").get<int>();
  return out;
}

/// Of a table's alignment.
struct alignas(64) TableLine {
  std::byte bytes[64];
};

/// What `make_deep_table` leaves.
struct Table {
  std::vector<TableLine> memory;
  std::size_t bytes = 0;
  [[nodiscard]] const DeepHeader& header() const { return *reinterpret_cast<const DeepHeader*>(memory.data()); }
};

/// `narrower`: a view whose reference may serve.
inline Table table_of(const Parameters& parameters, const std::optional<Parameters>& narrower = {},
                      const ProgressSink& progress = {}, Size of = size) {
  Table out;
  const std::any any = parameters;
  const std::any other = narrower.value_or(parameters);
  EXPECT_TRUE(make_deep_table({.parameters = &any,
                               .output = {.size = of, .precision = Precision::fp64},
                               .waiter = {.progress = progress},
                               .others = narrower ? std::vector{&other} : std::vector<const std::any*>(),
                               .room = [&](Size columns_and_rows, Precision precision) -> FieldView {
                                 out.bytes = static_cast<std::size_t>(columns_and_rows.area()) * bytes_of(precision);
                                 out.memory.resize(out.bytes / sizeof(TableLine) + 1);
                                 return {out.memory.data(), columns_and_rows, precision};
                               }}));
  return out;
}

inline double value_at(const Table& table, const Parameters& p, int x, int y) {
  if (table.header().extended != 0)
    return DeepPicture<Wide>(table.memory.data(), {.size = size, .whole = size})
        .value(x, y, p.max_iterations, p.smooth);
  return DeepPicture<double>(table.memory.data(), {.size = size, .whole = size})
      .value(x, y, p.max_iterations, p.smooth);
}

inline std::string name_of(const nlohmann::json& place) {
  std::string out = place.at("kind").get<std::string>() + "_" + place.at("span").get<std::string>() + "_" +
                    std::to_string(place.at("period").get<int>());
  for (char& each : out)
    if (std::isalnum(static_cast<unsigned char>(each)) == 0) each = '_';
  return out;
}

}  // namespace heteroscope::mandelbrot
