#include "app/window/picture/thumbnails.hpp"

#include <fmt/format.h>

#include <utility>

#include "app/window/model/views/switching.hpp"
#include "app/window/picture/histogram_picture.hpp"
#include "core/color/colorize.hpp"
#include "core/device/device.hpp"
#include "core/model/settings/looks.hpp"
#include "core/plan/plan.hpp"
#include "core/run/execute.hpp"
#include "core/run/frame_colors.hpp"

namespace heteroscope {
namespace {

constexpr Size thumbnail_size{176, 110};
constexpr int nodes = 97;
constexpr std::int64_t steps = 60;

}  // namespace

Picture thumbnail(const Workload& workload, Catalog catalog) {
  Settings settings = default_settings(workload);
  settings.problem.size = thumbnail_size;
  settings.execution.processor = Processor::cpu;
  settings.execution.threads = 1;
  complete_source(settings, catalog);
  if (!workload.scenes.empty()) apply_scene(settings, workload, workload.scenes.front());
  if (const Parameter* const side = workload.size_parameter(settings.problem.parameters))
    settings.problem.parameters[std::string(side->id)] = nodes;
  if (workload.iterates()) settings.problem.steps = steps;
  settings.look = natural_look(settings, catalog);
  Executor executor;
  const Planned planned = plan(settings, catalog, device::Devices::here());
  if (!planned) throw BadInput(planned.refusal);
  const Frame frame = executor.execute(*planned.plan, {}).value();
  if (workload.gives_numbers()) return histogram_picture(frame, settings.look, false);
  return {frame.field.size(), colorize(frame.field.host_view(), color_map(settings.look, frame))};
}

std::string Thumbnails::update(bool wanted) {
  if (wanted && !begun_) {
    begun_ = true;
    task_.start(
        [catalog = catalog_] {
          Made out;
          for (const Workload* const each : catalog) {
            const Failure failed = attempt([&] { out.pictures.emplace(each->id, thumbnail(*each, catalog)); });
            if (failed)
              out.failure = fmt::format("the small picture of {} could not be made: {}", each->id, failed.line);
          }
          return out;
        },
        [](const Failure& failure) {
          return Made{{}, "the small pictures of the workloads could not be made: " + failure.line};
        });
  }
  const auto made = task_.take();
  if (!made) return {};
  done_ = true;
  for (const auto& [id, picture] : made->pictures) {
    auto texture = std::make_unique<Texture>();
    texture->show(picture.size, picture.pixels.data());
    ids_[id] = {texture->id(), static_cast<float>(picture.size.width) / static_cast<float>(picture.size.height)};
    textures_[id] = std::move(texture);
  }
  return made->failure;
}

}  // namespace heteroscope
