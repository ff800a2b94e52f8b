#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "app/window/feature/layer.hpp"

namespace heteroscope {

class BenchLayer;
class CountersLayer;
class LessonLayer;
class MovieLayer;
class PosterLayer;
class QueueLayer;
class StudyLayer;
class SweepLayer;
class TuneLayer;
class VariantsLayer;
class ViewsLayer;

/// All that lies over the picture, in the order in which it is drawn.
class Layers {
 public:
  Layers();
  ~Layers();
  Layers(const Layers&) = delete;
  Layers& operator=(const Layers&) = delete;

  /// Returns where the mouse does not reach the picture.
  Covered draw(State& state);
  void leave_workload();
  [[nodiscard]] bool moves() const;
  /// Some layer measures times.
  [[nodiscard]] bool measure() const;
  /// Some layer measures times, or waits for quiet in order to do so.
  [[nodiscard]] bool want_quiet() const;
  /// The first of theirs.
  [[nodiscard]] std::optional<double> due_s() const;

  /// The layer that this action opens is opened, or closed.
  void toggle(Action action, State& state);
  /// Closes the one on top; false: none is open.
  bool close_top();
  /// The actions whose layers are open.
  [[nodiscard]] std::set<Action> open() const;

  /// For those who wait for what they find.
  [[nodiscard]] const StudyLayer& study() const { return *study_; }
  [[nodiscard]] const SweepLayer& sweep() const { return *sweep_; }
  [[nodiscard]] SweepLayer& sweep() { return *sweep_; }
  [[nodiscard]] LessonLayer& lessons() { return *lessons_; }
  [[nodiscard]] const BenchLayer& bench() const { return *bench_; }
  [[nodiscard]] BenchLayer& bench() { return *bench_; }
  [[nodiscard]] const TuneLayer& tune() const { return *tune_; }
  [[nodiscard]] QueueLayer& queue() { return *queue_; }
  [[nodiscard]] const QueueLayer& queue() const { return *queue_; }
  [[nodiscard]] CountersLayer& counters() { return *counters_; }
  [[nodiscard]] const VariantsLayer& variants() const { return *variants_; }
  [[nodiscard]] VariantsLayer& variants() { return *variants_; }

 private:
  template <class Kind>
  Kind* add();
  /// A layer that keeps nothing.
  void add(std::function<void(State&, LayerSpace&)> draw);

  std::vector<std::unique_ptr<Layer>> all_;
  std::vector<OpenedLayer*> opened_;
  StudyLayer* study_ = nullptr;
  BenchLayer* bench_ = nullptr;
  CountersLayer* counters_ = nullptr;
  SweepLayer* sweep_ = nullptr;
  TuneLayer* tune_ = nullptr;
  VariantsLayer* variants_ = nullptr;
  LessonLayer* lessons_ = nullptr;
  PosterLayer* poster_ = nullptr;
  MovieLayer* movie_ = nullptr;
  QueueLayer* queue_ = nullptr;
  ViewsLayer* views_ = nullptr;
};

}  // namespace heteroscope
