#include <gtest/gtest.h>

#include <any>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <utility>
#include <vector>

#include "kernels/laplace/backends/cpu_backend.hpp"
#include "kernels/laplace/start.hpp"

/// What a backend may load of a sum before the last operation ahead of it has ended (LooksAround), as cuda_dependent
/// does.
namespace heteroscope::laplace {
namespace {

/// The functor of a sum whose values have been loaded before.
template <class F>
class LoadedBefore {
 public:
  LoadedBefore(const Box& box, const F& f) : n(f.n), fetched_(static_cast<std::size_t>(n) * n), own_(fetched_.size()) {
    for (int y = box.y0 - 1; y <= box.y1; ++y) {
      for (int x = box.x0 - 1; x <= box.x1; ++x) {
        const int at = y * n + x;
        const bool inside = x >= box.x0 && x < box.x1 && y >= box.y0 && y < box.y1;
        fetched_[static_cast<std::size_t>(at)] = f.fetch(at);
        if (inside) own_[static_cast<std::size_t>(at)] = f.own(at);
      }
    }
  }

  struct Ready {
    const LoadedBefore* values;
    F f;
    int n;

    [[nodiscard]] auto fetch(int at) const { return values->fetched_[static_cast<std::size_t>(at)]; }
    [[nodiscard]] auto own(int at) const { return values->own_[static_cast<std::size_t>(at)]; }
    template <class Fetched>
    [[nodiscard]] auto line(const Fetched& of) const {
      return f.line(of);
    }
    template <class Own, class T>
    double node(int at, const Own& own, T center, T sum) const {
      return f.node(at, own, center, sum);
    }
    double operator()(int x, int y) const { return value_at(*this, x, y); }
  };
  [[nodiscard]] Ready ready(const F& f) const { return {this, f.ready(), n}; }

 private:
  int n;
  std::vector<decltype(std::declval<const F&>().fetch(0))> fetched_;
  std::vector<decltype(std::declval<const F&>().own(0))> own_;
};

/// A backend that holds each operation back until the next one, and loads what that may load early.
class EarlyLoads {
 public:
  explicit EarlyLoads(const IterateJob& job) : on_(job) {}

  template <class F>
  void each(const Box& box, const F& f) {
    end_last();
    last_ = [this, box, f] { on_.each(box, f); };
  }
  template <class F>
  void once(const F& f) {
    end_last();
    last_ = f;
  }
  template <class F>
  void largest(const Box& box, const F& f, double* slot) {
    end_last();
    on_.largest(box, f, slot);
  }
  template <class F, class Then>
  void sum(const Box& box, const F& f, double* slot, const Then& then, std::initializer_list<SharedArray> arrays = {}) {
    const auto later = [] {};
    if constexpr (LooksAround<F>) {
      const LoadedBefore<F> values(box, f);
      ++early;
      end_last();
      on_.sum(box, values.ready(f), slot, later, arrays);
    } else {
      end_last();
      on_.sum(box, f, slot, later, arrays);
    }
    last_ = then;
  }
  void exchange(std::initializer_list<SharedArray> arrays) {
    end_last();
    on_.exchange(arrays);
  }
  double* memory(std::size_t doubles) { return on_.memory(doubles); }

  int early = 0;  ///< sums whose values were loaded so

 private:
  void end_last() {
    if (last_) std::exchange(last_, nullptr)();
  }

  CpuBackend<false> on_;
  std::function<void()> last_;
};

/// The planes of conjugate gradients after some jobs, the number of whose steps is given.
template <class T>
struct Solving {
  explicit Solving(int n) {
    p.n = n;
    p.method = Method::cg;
    const auto planes = static_cast<std::size_t>(cg::facts.planes + cg::facts.spares);
    memory.assign(planes, std::vector<T>(static_cast<std::size_t>(n) * n));
    for (auto& each : memory)
      views.push_back({each.data(), {n, n}, sizeof(T) == 8 ? Precision::fp64 : Precision::fp32});
    for (int i = 0; i < cg::facts.planes; ++i) begin(p, {}, i, views[static_cast<std::size_t>(i)], {0, n}, 1);
  }

  template <class Backend>
  int advance(int steps) {
    const std::any any = p;
    IterateJob job{{.parameters = &any, .rows = {0, p.n}, .threads = 1}};
    job.planes = views;
    job.step = step;
    job.steps = steps;
    Backend on(job);
    cg::run<T>(job, on);
    step += steps;
    if constexpr (requires { on.early; }) return on.early;
    return 0;
  }

  [[nodiscard]] bool same(const Solving& other) const {
    for (int i = 0; i < cg::facts.planes; ++i) {
      const auto at = static_cast<std::size_t>(i);
      if (std::memcmp(views[at].data, other.views[at].data, memory[at].size() * sizeof(T)) != 0) return false;
    }
    return true;
  }

  Parameters p;
  std::vector<std::vector<T>> memory;
  std::vector<FieldView> views;
  std::int64_t step = 0;
};

template <class T>
void expect_same_with_early_loads(int n) {
  Solving<T> plain(n);
  Solving<T> early(n);
  for (const int steps : {1, 2, 9, 40}) {
    plain.template advance<CpuBackend<false>>(steps);
    EXPECT_GE(early.template advance<EarlyLoads>(steps), steps);
    ASSERT_TRUE(early.same(plain)) << n << ", " << steps << " steps";
  }
}

TEST(LaplaceEarlyLoads, ChangeNoBitOfConjugateGradients) {
  for (const int n : {3, 5, 34, 130}) {
    expect_same_with_early_loads<float>(n);
    expect_same_with_early_loads<double>(n);
  }
}

}  // namespace
}  // namespace heteroscope::laplace
