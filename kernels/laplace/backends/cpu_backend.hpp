#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <span>
#include <vector>

#include "core/run/cpu_rows.hpp"
#include "kernels/laplace/methods/methods.hpp"

namespace heteroscope::laplace {

/// The backend that methods (kernels/laplace/methods/method.hpp) run on with the CPU: loops over rows, on the job's
/// threads if `Parallel`.
template <bool Parallel>
class CpuBackend {
 public:
  explicit CpuBackend(const IterateJob& job) : job_(job) {}

  template <class F>
  void each(const Box& box, const F& f) {
    rows(box, [&](int y) {
      const F at = f;  // a local copy, which no write to a plane can change: the loop becomes vectors
#pragma omp simd
      for (int x = box.x0; x < box.x1; ++x) at(x, y);
    });
  }

  template <class F>
  void row_sums(const Box& box, const F& f, double* sums) {
    rows(box, [&](int y) {
      std::array<double, row_participants> participants{};
      for (int x = box.x0; x < box.x1; x += row_participants) {
        const int some = std::min(row_participants, box.x1 - x);
        for (int l = 0; l < some; ++l) participants[static_cast<std::size_t>(l)] += f(x + l, y);
      }
      sums[y - box.y0] = folded(std::span<double>(participants));
    });
  }

  template <class F, class Then>
  void sum(const Box& box, const F& f, double* slot, const Then& then, std::initializer_list<SharedArray> arrays = {}) {
    const SumTiles all{box};
    const SumTiles own{own_part(job_, box)};
    std::vector<double>& sums = tile_sums_[turn_++ % 2];
    sums.resize(static_cast<std::size_t>(all.count()));
    if constexpr (LooksAround<F>) {
      add_tiles(sums, all, own, [ready = f.ready()](int x, int y) { return value_at(ready, x, y); });
    } else {
      add_tiles(sums, all, own, f);
    }
    std::vector<SharedArray> with_sums{shared_tiles(sums.data(), all, own)};
    with_sums.insert(with_sums.end(), arrays.begin(), arrays.end());
    job_.collective.exchange(with_sums);
    std::vector<double> participants(fold_lanes);
    for (std::size_t i = 0; i < sums.size(); ++i) participants[i % participants.size()] += sums[i];
    *slot = folded(std::span<double>(participants));
    then();
  }

  void exchange(std::initializer_list<SharedArray> arrays) {
    job_.collective.exchange(std::span(arrays.begin(), arrays.size()));
  }
  void exchange_and_settle(std::initializer_list<SharedArray> arrays) {
    job_.collective.exchange_and_settle(std::span(arrays.begin(), arrays.size()));
  }

  template <class F>
  void largest(const Box& box, const F& f, double* slot) {
    sums_.assign(static_cast<std::size_t>(std::max(box.y1 - box.y0, 0)), 0);
    rows(box, [&](int y) {
      double most = 0;
      double wrong = 0;  // becomes NaN as soon as a value is NaN or infinite
      for (int x = box.x0; x < box.x1; ++x) {
        const double value = f(x, y);
        most = value > most ? value : most;
        wrong += value - value;
      }
      sums_[static_cast<std::size_t>(y - box.y0)] = std::isnan(wrong) ? wrong : most;
    });
    double most = 0;
    for (const double each : sums_) {
      if (std::isnan(each) || each > most) most = each;
      if (std::isnan(most)) break;
    }
    *slot = most;
  }

  template <class F>
  void once(const F& f) {
    f();
  }

  double* memory(std::size_t doubles) {
    memory_.resize(doubles);
    return memory_.data();
  }
  void upload(double* to, std::span<const double> table) {
    std::ranges::copy(table, to);
  }

  template <class T>
  void passes(const Levels<T>& levels, std::span<const PassRows> list) {
    for (const PassRows& each_of : list) {
      with_pass(levels, each_of.pass, each_of.rows, [&](const Box& box, const auto& f) { each(box, f); });
    }
  }

  template <class T>
  void mode_sums(const Modes& m, const std::vector<int>& first, T* u) {
    const int pairs = m.intervals / 2;  // rows y and N − y for y = 1 … N/2
    const std::int64_t work = std::int64_t{first.back()} * tile_columns * pairs;
    rows({0, 1, 0, (pairs + 3) / 4}, work, [&](int group) {
      for (int tile = 0; tile < m.tiles; ++tile) add_modes(m, first, u, tile, 4 * group + 1);
    });
  }

 private:
  /// Adds the modes of up to four pairs of rows, from row y on, over a tile's columns.
  template <class T>
  static void add_modes(const Modes& m, const std::vector<int>& first, T* u, int tile, int y) {
    const int begin = first[static_cast<std::size_t>(tile)];
    const int count = first[static_cast<std::size_t>(tile) + 1] - begin;
    double sums[2][4][tile_columns] = {};
    int at[4] = {};
    for (int k = 1; k <= count; ++k) {
      const double* const share = m.shares + static_cast<std::ptrdiff_t>(begin + k - 1) * tile_columns;
      auto& of_parity = sums[k & 1];
      for (int p = 0; p < 4; ++p) {
        at[p] += y + p;
        if (at[p] >= 2 * m.intervals) at[p] -= 2 * m.intervals;
        const double sine = m.sines[at[p]];
        for (int c = 0; c < tile_columns; ++c) of_parity[p][c] = std::fma(share[c], sine, of_parity[p][c]);
      }
    }
    const int columns = std::min(tile_columns, m.intervals - 1 - tile * tile_columns);
    for (int p = 0; p < 4 && y + p <= m.intervals / 2; ++p) {
      T* const row = u + place(m.intervals + 1, tile * tile_columns + 1, y + p);
      T* const mirrored = u + place(m.intervals + 1, tile * tile_columns + 1, m.intervals - y - p);
      for (int c = 0; c < columns; ++c) {
        const double odd = sums[1][p][c];
        const double even = sums[0][p][c];
        mirrored[c] = static_cast<T>(odd - even);
        row[c] = static_cast<T>(odd + even);  // where both are the same row, in the middle, the even modes are 0
      }
    }
  }

  /// Computes the sums of the participant's own tiles. Neighboring tiles are done together, two rows at a time: memory
  /// is then read in long runs, and the partial sums, which may not fit in the first-level cache, are loaded half as
  /// often.
  template <class F>
  void add_tiles(std::vector<double>& of_all, const SumTiles& all, const SumTiles& own, const F& f) {
    const Box& box = own.box;
    if (box.empty()) return;
    const int across = all.across();
    const int left = box.x0 / sum_columns * sum_columns;
    const int top = box.y0 / sum_rows * sum_rows;
    double* const first_sum = of_all.data() + static_cast<std::ptrdiff_t>(all.above(box)) * across;
    rows(
        {box.x0, box.x1, top, box.y1},
        [&](int first) {
          std::vector<double> columns(static_cast<std::size_t>(across) * sum_columns);
          double* const column = columns.data();
          const F value = f;  // a local copy, as in each()
          const int end = std::min(first + sum_rows, box.y1);
          int y = std::max(first, box.y0);
          for (; y + 1 < end; y += 2) {
#pragma omp simd
            for (int x = box.x0; x < box.x1; ++x) column[x - left] = (column[x - left] + value(x, y)) + value(x, y + 1);
          }
          if (y < end) {
#pragma omp simd
            for (int x = box.x0; x < box.x1; ++x) column[x - left] += value(x, y);
          }
          double* const sums = first_sum + static_cast<std::ptrdiff_t>((first - top) / sum_rows) * across;
          for (int i = 0; i < across; ++i) sums[i] = folded(std::span(column + i * sum_columns, sum_columns));
        },
        sum_rows);
  }

  /// Adds up 2^m partial sums: the upper half is added to the lower half until one is left.
  static double folded(std::span<double> participants) {
    for (std::size_t half = participants.size() / 2; half > 0; half /= 2) {
      for (std::size_t l = 0; l < half; ++l) participants[l] += participants[l + half];
    }
    return participants[0];
  }

  /// Calls body for the box's rows, on threads if that pays; `each` is the number of rows that one call computes.
  template <class Body>
  void rows(const Box& box, Body body, int each = 1) {
    rows(box, std::int64_t{box.x1 - box.x0} * (box.y1 - box.y0), body, each);
  }
  template <class Body>
  void rows(const Box& box, std::int64_t work, Body body, int each = 1) {
    if (box.empty()) return;
    constexpr std::int64_t worth_sharing = 8192;  // nodes; fewer are done before other threads have begun
    const PassShape pass{"rows", Over::other, {box.x1, box.y1}, {{box.x0, box.x1}, {box.y0, box.y1}}};
    if (Parallel && work >= worth_sharing) {
      parallel_rows_of(job_, pass, body, each);
    } else {
      rows_of_in_order(job_, pass, body, each);
    }
  }

  const IterateJob& job_;
  std::vector<double> memory_;
  std::vector<double> sums_;
  /// A double buffer, since other participants may still be reading the sums of the last call.
  std::vector<double> tile_sums_[2];
  unsigned turn_ = 0;
};

}  // namespace heteroscope::laplace
