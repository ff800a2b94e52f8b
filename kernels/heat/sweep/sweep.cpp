#include "kernels/heat/sweep/sweep.hpp"

#include <algorithm>

namespace heteroscope::heat {

namespace {

class Builder {
 public:
  Builder(const Parameters& parameters, std::int64_t step, int steps, int history) : history_(history) {
    for (int i = 0; i < history; ++i) states_.push_back(plane(i));
    sweep_.steps = steps;
    sweep_.written = std::min(steps, history);
    sweep_.passes = passes_of_steps(parameters, step, steps);
    for (int i = 0; i < steps; ++i) add_step(scheme_of(parameters, step + i), steps - 1 - i);
  }

  Sweep take() { return std::move(sweep_); }

 private:
  /// Adds the operations of one step. `left` is the number of steps that follow in the same sweep.
  void add_step(const Scheme& scheme, int left) {
    const int start = states_.front();
    int from = start;
    if (scheme.terms > 1) {
      Operation& combine = add(Operation::Kind::combine, lines());
      combine.terms = scheme.terms;
      std::copy_n(states_.begin(), scheme.terms, combine.in);
      std::copy_n(scheme.a, scheme.terms, combine.a);
      from = combine.out;
    }
    for (int j = 0; j < scheme.passes; ++j) {
      ++lag_;
      const bool last = left == 0 && j + 1 == scheme.passes;
      Operation& pass = add(Operation::Kind::pass, last ? plane(history_) : lines());
      pass.base = start;
      pass.in[0] = from;
      pass.c = scheme.c[j];
      from = pass.out;
    }
    states_.insert(states_.begin(), from);
    if (left > 0 && left < history_) {
      // The copy goes to lines rather than to the plane: later steps also read rows and columns that belong to other
      // threads, and this thread must not write those.
      Operation& copy = add(Operation::Kind::combine, plane(history_ + left));
      copy.in[0] = from;
      copy.margin = 0;
    }
  }

  Operation& add(Operation::Kind kind, int out) {
    return sweep_.operations.emplace_back(
        Operation{.kind = kind, .out = out, .lag = lag_, .margin = sweep_.passes - lag_});
  }

  int plane(int number) { return add(Level{.plane = number}); }
  int lines() { return add(Level{.lines = sweep_.lines++}); }
  int add(Level level) {
    sweep_.levels.push_back(level);
    return static_cast<int>(sweep_.levels.size()) - 1;
  }

  Sweep sweep_;
  std::vector<int> states_;  // the levels that hold the states, newest first
  int history_;
  int lag_ = 0;
};

}  // namespace

Sweep make_sweep(const Parameters& parameters, std::int64_t step, int steps, int spares) {
  const int history = history_of(parameters.integrator);
  return Builder(parameters, step, spares < history ? std::min(steps, spares) : steps, history).take();
}

void move_up(const Sweep& sweep, int history, std::span<FieldView> planes) {
  const auto states = planes.first(static_cast<std::size_t>(history));
  const auto spares = planes.subspan(static_cast<std::size_t>(history));
  std::rotate(states.begin(), states.end() - sweep.written, states.end());
  std::swap_ranges(states.begin(), states.begin() + sweep.written, spares.begin());
}

}  // namespace heteroscope::heat
