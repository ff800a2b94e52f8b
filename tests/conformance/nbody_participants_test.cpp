#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <limits>
#include <thread>
#include <vector>

#include "core/participants/exchange_barrier.hpp"
#include "core/plan/partition.hpp"
#include "kernels/nbody/start.hpp"
#include "kernels/nbody/state.hpp"
#include "kernels/nbody/workload.hpp"
#include "tests/conformance/start_files.hpp"

/// Participants tell each other where all bodies are: however many participants there are, all bits are one
/// participant's.
namespace heteroscope::nbody {
namespace {

struct alignas(64) CacheLine {
  std::byte bytes[64];
};

/// The state of a participant, whose rows alone are right.
struct Participant {
  std::vector<double> memory[2];
  FieldView planes[2];

  Participant(const FieldView& start, Rows rows) {
    for (int i = 0; i < 2; ++i) {
      memory[i].assign(static_cast<std::size_t>(start.size.area()), std::numeric_limits<double>::quiet_NaN());
      planes[i] = {memory[i].data(), start.size, Precision::fp64};
    }
    for (int i = rows.begin; i < rows.end; ++i)
      std::copy_n(start.row<const double>(i), columns, planes[0].row<double>(i));
  }
};

/// The rows of all participants after jobs of one, two and three steps.
std::vector<double> advanced(const Parameters& p, const Parts& parts, const Variant& variant) {
  std::vector<double> memory(static_cast<std::size_t>(columns) * static_cast<std::size_t>(p.bodies));
  const FieldView start{memory.data(), {columns, p.bodies}, Precision::fp64};
  begin(p, start);
  const std::any any = p;
  std::vector<Participant> participants;
  for (const Rows rows : parts) participants.emplace_back(start, rows);
  std::int64_t done = 0;
  for (const int steps : {1, 2, 3}) {
    ExchangeBarrier barrier{std::vector<Attendee>(parts.size())};
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      threads.emplace_back([&, i] {
        IterateJob job{{.parameters = &any, .rows = parts[i], .threads = 2}};
        job.planes = participants[i].planes;
        job.step = done;
        job.steps = steps;
        if (parts.size() > 1) job.collective = {&barrier, i};
        std::vector<CacheLine> scratch;
        if (variant.scratch_bytes != nullptr) {
          scratch.resize(variant.scratch_bytes(job) / sizeof(CacheLine) + 1);
          job.scratch = scratch.data();
        }
        variant.run(job);
      });
    }
    threads.clear();
    done += steps;
  }
  std::vector<double> out;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const double* from = participants[i].planes[0].row<const double>(0);
    out.insert(out.end(), from + std::ptrdiff_t{parts[i].begin} * columns,
               from + std::ptrdiff_t{parts[i].end} * columns);
  }
  return out;
}

/// Variants by their ids; the file from which a person starts among them.
std::vector<NamedVariant> variants_to_compare() {
  std::vector<NamedVariant> out;
  for (const char* id : {"sequential", "omp", "simd"}) out.push_back({id, workload.stages.front().find(id)});
  const auto& files = testing::start_files();
  const auto file = std::ranges::find(files, "nbody", &testing::StartFile::workload);
  if (file != files.end()) out.push_back({"a file to start from", file->whole});
  return out;
}

TEST(NbodyParticipants, GiveTheBitsOfOne) {
  const std::vector<NamedVariant> variants = variants_to_compare();
  ASSERT_EQ(variants.size(), 4U);
  for (const auto& [id, of] : variants) {
    const Variant& variant = *of;
    for (const int bodies : {2, 65, 700}) {
      const Parameters p{.bodies = bodies};
      const std::vector<double> alone = advanced(p, {{0, bodies}}, variant);
      for (const Parts& parts :
           {Parts{{0, 1}, {1, bodies}}, Parts{{0, bodies / 2}, {bodies / 2, bodies - 1}, {bodies - 1, bodies}}}) {
        if (std::ranges::any_of(parts, &Rows::empty)) continue;
        const std::vector<double> together = advanced(p, parts, variant);
        ASSERT_EQ(alone.size(), together.size());
        EXPECT_EQ(std::memcmp(alone.data(), together.data(), alone.size() * sizeof(double)), 0) << id << ' ' << bodies;
      }
    }
  }
}

}  // namespace
}  // namespace heteroscope::nbody
