#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "app/lessons/lesson.hpp"
#include "core/base/error.hpp"
#include "core/base/message.hpp"
#include "core/base/nearest.hpp"
#include "embedded/ahead_json.hpp"
#include "embedded/atomics_json.hpp"
#include "embedded/bank_conflicts_json.hpp"
#include "embedded/clusters_json.hpp"
#include "embedded/coalescing_json.hpp"
#include "embedded/cpu_helps_json.hpp"
#include "embedded/divergence_json.hpp"
#include "embedded/folding_json.hpp"
#include "embedded/fp32_json.hpp"
#include "embedded/launches_json.hpp"
#include "embedded/memory_json.hpp"
#include "embedded/methods_json.hpp"
#include "embedded/occupancy_json.hpp"
#include "embedded/orders_json.hpp"
#include "embedded/queue_json.hpp"
#include "embedded/roofline_json.hpp"
#include "embedded/rounding_json.hpp"
#include "embedded/schedules_json.hpp"
#include "embedded/stability_json.hpp"
#include "embedded/sums_json.hpp"
#include "embedded/tma_json.hpp"
#include "embedded/vectors_json.hpp"
#include "embedded/write_binarize_json.hpp"
#include "embedded/write_blur_json.hpp"
#include "embedded/write_heat_json.hpp"
#include "embedded/write_histogram_json.hpp"
#include "embedded/write_laplace_json.hpp"
#include "embedded/write_mandelbrot_json.hpp"
#include "embedded/write_nbody_json.hpp"
#include "embedded/write_transpose_json.hpp"
#include "embedded/write_triangle_json.hpp"

namespace heteroscope {

namespace {

struct LessonFile {
  std::string_view id;  ///< the file's name and the lesson's
  std::string_view text;
};

constexpr std::array lesson_files{LessonFile{"schedules", embedded::schedules_json},
                                  LessonFile{"vectors", embedded::vectors_json},
                                  LessonFile{"memory", embedded::memory_json},
                                  LessonFile{"coalescing", embedded::coalescing_json},
                                  LessonFile{"bank-conflicts", embedded::bank_conflicts_json},
                                  LessonFile{"atomics", embedded::atomics_json},
                                  LessonFile{"sums", embedded::sums_json},
                                  LessonFile{"divergence", embedded::divergence_json},
                                  LessonFile{"occupancy", embedded::occupancy_json},
                                  LessonFile{"roofline", embedded::roofline_json},
                                  LessonFile{"launches", embedded::launches_json},
                                  LessonFile{"ahead", embedded::ahead_json},
                                  LessonFile{"clusters", embedded::clusters_json},
                                  LessonFile{"tma", embedded::tma_json},
                                  LessonFile{"queue", embedded::queue_json},
                                  LessonFile{"stability", embedded::stability_json},
                                  LessonFile{"orders", embedded::orders_json},
                                  LessonFile{"methods", embedded::methods_json},
                                  LessonFile{"folding", embedded::folding_json},
                                  LessonFile{"cpu-helps", embedded::cpu_helps_json},
                                  LessonFile{"fp32", embedded::fp32_json},
                                  LessonFile{"rounding", embedded::rounding_json},
                                  LessonFile{"write-transpose", embedded::write_transpose_json},
                                  LessonFile{"write-histogram", embedded::write_histogram_json},
                                  LessonFile{"write-binarize", embedded::write_binarize_json},
                                  LessonFile{"write-mandelbrot", embedded::write_mandelbrot_json},
                                  LessonFile{"write-blur", embedded::write_blur_json},
                                  LessonFile{"write-heat", embedded::write_heat_json},
                                  LessonFile{"write-laplace", embedded::write_laplace_json},
                                  LessonFile{"write-triangle", embedded::write_triangle_json},
                                  LessonFile{"write-nbody", embedded::write_nbody_json}};

Lesson parsed(const LessonFile& file, LessonScale scale) {
  return parse_lesson(std::string(file.text), std::string(file.id) + ".json", scale);
}

}  // namespace

std::vector<Lesson> all_lessons(LessonScale scale) {
  std::vector<Lesson> out;
  out.reserve(lesson_files.size());
  for (const LessonFile& each : lesson_files) out.push_back(parsed(each, scale));
  return out;
}

Lesson find_lesson(const std::string& id, LessonScale scale) {
  const auto found = std::ranges::find(lesson_files, id, &LessonFile::id);
  if (found != lesson_files.end()) return parsed(*found, scale);
  std::vector<std::string> known;
  known.reserve(lesson_files.size());
  for (const LessonFile& each : lesson_files) known.emplace_back(each.id);
  const std::string near = nearest(id, known);
  throw BadInput(fmt::format("there is no lesson {}; {}known: {}", quote(id),
                             near.empty() ? "" : fmt::format("did you mean {}? ", near), fmt::join(known, ", ")));
}

}  // namespace heteroscope
