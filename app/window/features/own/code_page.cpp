#include "app/window/features/own/code_page.hpp"

#include <fmt/format.h>

#include <utility>

#include "app/measures/counted_frame.hpp"
#include "app/window/feature/code_lines.hpp"
#include "app/window/feature/overlay_window.hpp"
#include "app/window/look/imgui_versions.hpp"
#include "app/window/widgets/widgets.hpp"
#include "core/device/device.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

/// "advance: blocks of 64 x 4, 32 registers, …".
std::string line_about(const NotedKernel& kernel) {
  const KernelLine line = line_of(kernel, device::facts().multiprocessor);
  return fmt::format(
      "{}: blocks of {}, {} registers a thread, {} bytes of shared memory a block, {} bytes of local memory a thread "
      "(spills and arrays); a multiprocessor holds {} blocks at once, an occupancy of {}, limited by {}",
      line.kernel, line.block, line.registers, line.shared_bytes, line.local_bytes, line.blocks_at_once, line.occupancy,
      line.limit);
}

}  // namespace

void CodePage::open(const std::filesystem::path& path, const std::string& text, std::shared_ptr<const Frame> frame) {
  open_ = true;
  if (listing_.busy()) return;  // the page shows what is being listed, under its name
  name_ = path.filename().string();
  why_not_.clear();
  kernels_.clear();
  sections_.clear();
  listing_.start(
      [path, text, frame = std::move(frame)] {
        const OwnSource source = own_source_of(path, text, catalog());
        return Listed{.code = own_code(source, frame == nullptr ? nullptr : &frame->plan), .why_not = {}};
      },
      [](const Failure& failure) { return Listed{.code = {}, .why_not = failure.line}; });
}

void CodePage::add(std::string title, std::string text) {
  if (text.empty()) return;
  Section& made = *sections_.emplace_back(
      std::make_unique<Section>(Section{.title = std::move(title), .text = std::move(text), .lines = {}}));
  made.lines = highlighted(made.text);
}

void CodePage::take() {
  auto listed = listing_.take();
  if (!listed) return;
  why_not_ = listed->why_not.empty() ? listed->code.machine.why_not : listed->why_not;
  kernels_ = std::move(listed->code.kernels);
  add("PTX", std::move(listed->code.ptx));
  add("Machine code, by " + listed->code.machine.tool, std::move(listed->code.machine.text));
}

void CodePage::draw(const Ui& ui, OverlaySpace& space) {
  take();
  const auto page = OverlayWindow::in_middle(ui, space, "##own_code", {900, 640}, {});
  if (!page) return;
  const float close_width = ui.units(54);
  push_font(ui.fonts.strong);
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(fmt::format("Code of {}", name_).c_str());
  ImGui::PopFont();
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - close_width);
  if (ImGui::Button("Back", {close_width, 0})) close();
  if (busy()) colored_words(ui.theme().dim, "Its code is being listed.");
  if (!why_not_.empty()) colored_words(ui.theme().notice, why_not_);
  for (const NotedKernel& each : kernels_) colored_words(ui.theme().text, line_about(each));
  ImGui::BeginChild("##sections", {0, 0}, false, ImGuiWindowFlags_HorizontalScrollbar);
  for (const auto& each : sections_) {
    ImGui::SetNextItemOpen(sections_.size() == 1, ImGuiCond_Once);
    if (ImGui::CollapsingHeader(each->title.c_str())) code_lines(ui, each->lines);
  }
  ImGui::EndChild();
}

}  // namespace heteroscope
