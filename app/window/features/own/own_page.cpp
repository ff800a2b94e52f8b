#include "app/window/features/own/own_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "app/text/format.hpp"
#include "app/window/feature/overlay_window.hpp"
#include "app/window/look/imgui_versions.hpp"
#include "app/window/widgets/widgets.hpp"
#include "core/base/failure.hpp"
#include "core/base/message.hpp"
#include "core/base/plural.hpp"
#include "core/worker/time_limit.hpp"

namespace heteroscope {
namespace {

constexpr std::size_t most_messages = 4;

/// The source's text as ImGui draws it: a tab is two blanks.
std::string drawable(std::string_view text) {
  std::string out;
  for (const char each : text) {
    if (each == '\t') out += "  ";
    if (each != '\t') out += each;
  }
  return printable(out);
}

/// Draws the line of the source, and a caret below the place in it.
void compiled_line(const Ui& ui, const CompileMessage& message) {
  const std::string& line = message.source_line;
  push_font(ui.fonts.code);
  const float left = ImGui::GetCursorPosX() + ui.units(12);
  ImGui::SetCursorPosX(left);
  ImGui::TextUnformatted(drawable(line).c_str());
  const auto before = static_cast<std::size_t>(std::max(message.place.column - 1, 0));
  if (message.place.column > 0 && before <= line.size()) {
    ImGui::SetCursorPosX(left + text_size(drawable(std::string_view(line).substr(0, before))).x);
    ImGui::PushStyleColor(ImGuiCol_Text, ui.theme().error);
    ImGui::TextUnformatted("^");
    ImGui::PopStyleColor();
  }
  ImGui::PopFont();
}

bool button(const Ui& ui, const char* label, const std::string& what) {
  const bool pressed = ImGui::Button(label);
  help(ui, what);
  return pressed;
}

/// "40 registers, 4.2 KB of shared memory, 16 bytes of local memory": what a kernel needs, a thread or a block.
std::string needs_text(const device::KernelNeeds& needs) {
  std::string out = fmt::format("{} registers a thread", needs.registers);
  if (needs.static_shared > 0) out += fmt::format(", {} bytes of shared memory a block", needs.static_shared);
  out += needs.local_bytes > 0
             ? fmt::format(", {} bytes of local memory a thread (spills and arrays)", needs.local_bytes)
             : std::string(", no spills");
  return out;
}

/// "-12.3 %", or "-2.1 %, noise?" where the times of both may be the same.
std::string what_changed(const OwnSave& before, const OwnSave& after) {
  const std::optional<double> by = change(before, after);
  if (!by) return {};
  return fmt::format("{:+.1f} %{}", 100 * *by, is_certain_change(before, after) ? "" : ", noise?");
}

/// "0.31 ms (0.30 to 0.33 ms, 84 runs)"; before it is measured "4.1 ms (1 picture)", or with an interval where there
/// are many. Of an iteration "0.31 ms a step (…)".
std::string time_text(const OwnSave& save) {
  const auto median = save.median_ms();
  if (!median) return save.fault.empty() ? "not computed yet" : "–";
  const auto interval = save.interval_ms();
  const std::string time = format_ms(*median) + (save.times->of_step ? " a step" : "");
  const std::string count =
      save.is_measured() ? plural(save.measured->time->ms.count, "run") : plural(save.times->ms.size(), "picture");
  if (!interval) return fmt::format("{} ({})", time, count);
  return fmt::format("{} ({} to {}, {})", time, format_ms(interval->low), format_ms(interval->high), count);
}

std::string time_help(const OwnSave& save) {
  const std::string interval = " The interval holds the median with a probability of 95 %.";
  if (save.is_measured()) {
    return "The median of runs as \"bench\" measures them, with the shown problem, of an iteration with its first "
           "steps." +
           interval;
  }
  const std::string of_pictures = "The median of the times of its last pictures. ";
  if (save.measured && !save.measured->why_not.empty()) return of_pictures + "Not measured: " + save.measured->why_not;
  return of_pictures +
         "A processor at rest may take many times as long for one. The save is measured as soon as nothing else is "
         "computed." +
         interval;
}

void needs_lines(const Ui& ui, const OwnSave& save) {
  for (const device::KernelNeeds& each : save.needs) colored_words(ui.theme().dim, needs_text(each));
}

/// "412 GB/s, 310 GFMA/s": the save's point in the roofline.
std::string rates_text(const OwnSave& save) {
  const std::optional<RoofPoint> point = save.point();
  if (!point) return {};
  if (!(point->fma_per_s > 0)) return format_si(point->bytes_per_s, "B/s");
  return fmt::format("{}, {}", format_si(point->bytes_per_s, "B/s"), format_si(point->fma_per_s, "FMA/s"));
}

/// "62.0 % of memory": how near the save comes to what limits it.
std::string roof_share_text(const OwnSave& save) {
  const std::optional<RoofShare> share = save.share();
  if (!share) return {};
  return fmt::format("{:.1f} % of {}", 100 * share->share, share->of_fma ? "arithmetic" : "memory");
}

/// "agrees in 24 small cases", or that a case differs; before that "not compared yet" or "5 of 24 small cases so far",
/// or that the save fails, so that none is compared.
void check_cell(const Ui& ui, const OwnSave& save) {
  ImGui::TableNextColumn();
  const auto draw = [&](ImU32 color, const std::string& words, const std::string& about) {
    ImGui::PushStyleColor(ImGuiCol_Text, color);
    ImGui::TextUnformatted(words.c_str());
    ImGui::PopStyleColor();
    help(ui, about);
  };
  if (!save.check_progress.empty()) {
    return draw(ui.theme().dim, save.check_progress,
                "How many of the small cases of \"verify\" agree with the reference so far. The comparison begins when "
                "no picture is being computed, so while an iteration plays it may begin only at a pause; it does not "
                "run while times are measured. An earlier save is compared once nothing else is computed.");
  }
  if (!save.fault.empty()) return draw(ui.theme().error, "fails", save.fault);
  if (!save.check) return;
  if (!save.check->wrong.empty()) return draw(ui.theme().error, "differs", save.check->wrong);
  const std::string cases = plural(save.check->compared, "small case");
  draw(ui.theme().text, "agrees in " + cases,
       fmt::format("Agrees with the reference in {} of \"verify\": all for which there was time.", cases));
}

/// What a save's kernels need of the GPU.
void needs_cells(const Ui& ui, const OwnSave& save) {
  const std::optional<device::KernelNeeds> needs = save.most_needs();
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(needs ? fmt::format("{}", needs->registers).c_str() : "");
  help(ui, "Registers of each thread, in the kernel that uses the most.");
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(needs ? fmt::format("{} bytes", needs->local_bytes).c_str() : "");
  help(ui, "Local memory of each thread, for spilled registers and arrays, in the kernel that uses the most.");
}

/// How fast a save's frames were by the work that they need at least.
void rate_cells(const Ui& ui, const OwnSave& save) {
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(rates_text(save).c_str());
  help(ui,
       "Its point in the roofline: the bytes and multiply-adds that the result needs at least, divided by its "
       "time.");
  ImGui::TableNextColumn();
  const bool too_fast = save.is_beyond_roof();
  ImGui::PushStyleColor(ImGuiCol_Text, too_fast ? ui.theme().notice : ui.theme().text);
  ImGui::TextUnformatted(roof_share_text(save).c_str());
  ImGui::PopStyleColor();
  help(ui,
       too_fast
           ? "Above this machine's measured ceilings: the save does less work than the plain loop, or leaves something "
             "out. Check that it agrees with the reference."
           : "The larger of its shares of this machine's ceilings: of its multiply-adds a second, or of the bandwidth "
             "of the "
             "nearest memory that holds what the work touches. They are measured while this page is open and nothing "
             "else "
             "runs.");
}

/// A row for each save, the newest first. Returns the save that a person wants back; null: none.
const OwnSave* save_rows(const Ui& ui, const OwnHistory& file) {
  const OwnSave* wanted = nullptr;
  const bool has_kernels = file.path().extension() == ".cu";
  std::vector<const char*> titles{"save", "against the reference", "time", "change"};
  if (has_kernels) titles.insert(titles.end(), {"registers", "local memory"});
  titles.insert(titles.end(), {"rates", "reaches"});
  const int columns = static_cast<int>(titles.size()) + 1;
  if (file.saves().empty() || !ImGui::BeginTable("saves", columns, ImGuiTableFlags_SizingStretchProp)) return wanted;
  for (const char* const title : titles) ImGui::TableSetupColumn(title);
  // its buttons stay where they are, however wide the other columns become
  ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed);
  ImGui::TableHeadersRow();
  const OwnSave* const present = file.present();
  for (const OwnSave& save : file.saves()) {
    ImGui::PushID(save.number);
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(fmt::format("{}", save.number).c_str());
    check_cell(ui, save);
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(time_text(save).c_str());
    help(ui, time_help(save));
    ImGui::TableNextColumn();
    if (const OwnSave* const before = file.timed_before(save)) {
      ImGui::TextUnformatted(what_changed(*before, save).c_str());
      help(ui, fmt::format("Its median beside that of save {}, the last one before it that has a time. noise?: the "
                           "intervals of both overlap, or there are too few runs.",
                           before->number));
    }
    if (has_kernels) needs_cells(ui, save);
    rate_cells(ui, save);
    ImGui::TableNextColumn();
    if (&save == present) {
      ImGui::TextUnformatted("computes");
    } else {
      if (ImGui::SmallButton("Go back")) wanted = &save;
      help(ui, "This save computes again. The file stays as it is.");
    }
    ImGui::PopID();
  }
  ImGui::EndTable();
  return wanted;
}

void state_lines(const Ui& ui, const OwnHistory& file) {
  const bool bad = file.state() == OwnHistory::State::refused || file.state() == OwnHistory::State::gone;
  colored_words(bad ? ui.theme().error : ui.theme().text, file.state_text());
  if (!file.fault().empty()) colored_words(ui.theme().error, file.fault());
  draw_messages(ui, file.messages());
}

OwnRequest file_section(const Ui& ui, const OwnHistory& file) {
  OwnRequest out;
  ImGui::PushID(file.path().c_str());
  ImGui::Separator();
  push_font(ui.fonts.strong);
  ImGui::TextUnformatted(shortened(file.id(), ImGui::GetContentRegionAvail().x).c_str());
  ImGui::PopFont();
  colored_words(ui.theme().dim, end_of(file.path().parent_path().string(), ImGui::GetContentRegionAvail().x));
  state_lines(ui, file);
  if (const OwnSave* const present = file.present()) needs_lines(ui, *present);
  if (button(ui, "Open in editor", "Opens the file with the program that the desktop has for such files."))
    out = {.kind = OwnRequest::Kind::edit, .path = file.path(), .text = {}};
  if (const OwnSave* const present = file.present()) {
    ImGui::SameLine();
    if (button(ui, "Code", "Shows what the save that computes is compiled to: PTX and machine code."))
      out = {.kind = OwnRequest::Kind::code, .path = file.path(), .text = present->text};
    if (present->most_needs()) {
      ImGui::SameLine();
      if (button(
              ui, "Counters",
              "Shows what the GPU's counters say of a frame that the chosen variant computes, and how that has changed "
              "since the save that was counted before."))
        out = {.kind = OwnRequest::Kind::counters, .path = file.path(), .text = {}};
    }
  }
  if (const OwnSave* const wanted = save_rows(ui, file))
    out = {.kind = OwnRequest::Kind::go_back, .path = file.path(), .text = wanted->text};
  // below the buttons: it comes when a comparison ends, while a person may be about to press one
  if (!file.wrong().empty()) colored_words(ui.theme().error, file.wrong());
  ImGui::PopID();
  return out;
}

/// What the save that computes has printed, as far as lines are kept.
void printed_lines(const Ui& ui, const OwnHistory& file) {
  const PrintedLines printed = file.printed();
  if (printed.empty()) return;
  ImGui::TextUnformatted(shortened(file.id() + " prints:", ImGui::GetContentRegionAvail().x).c_str());
  for (const std::string& each : printed.first) colored_words(ui.theme().dim, each);
  if (printed.more > 0) colored_words(ui.theme().dim, more_lines_text(printed.more));
}

/// "A frame may take 10 s (HETEROSCOPE_OWN_LIMIT sets another limit)."; of a wrong limit, what is wrong.
std::string time_limit_text(std::span<const Participant> participants) {
  std::string out;
  const Failure failure = attempt([&] {
    out = fmt::format("A frame may take {:.3g} s ({} sets another limit).",
                      own_time_limit_s(drives_display(participants, device::Devices::here())), own_limit_variable);
  });
  return failure ? failure.line : out;
}

void heading(Ui& ui) {
  const float close = ui.units(54);
  push_font(ui.fonts.strong);
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted("My variants");
  ImGui::PopFont();
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - close);
  if (ImGui::Button("Close", {close, 0})) ui.ask(action::toggle_own);
}

}  // namespace

void draw_messages(const Ui& ui, const std::vector<CompileMessage>& messages) {
  for (std::size_t i = 0; i < std::min(messages.size(), most_messages); ++i) {
    const CompileMessage& each = messages[i];
    colored_words(each.is_error ? ui.theme().error : ui.theme().notice, head_of(each));
    if (!each.source_line.empty()) compiled_line(ui, each);
  }
  if (messages.size() > most_messages)
    colored_words(ui.theme().dim, fmt::format("and {} more, on standard error", messages.size() - most_messages));
}

OwnRequest draw_own_page(Ui& ui, OverlaySpace& space, const std::deque<OwnHistory>& files,
                         std::span<const Participant> participants, RooflineGraph& roofline) {
  OwnRequest out;
  const auto page = OverlayWindow::in_middle(ui, space, "##own", {900, 560}, ImGuiWindowFlags_NoScrollbar);
  if (!page) return out;
  heading(ui);
  if (files.empty()) {
    colored_words(
        ui.theme().dim,
        "No file is open. A variant of your own is one file: a kernel for the GPU (.cu) or a function for the "
        "CPU (.cpp). Write one, open one, or drop one on the window; each save computes the next picture.");
  }
  for (const OwnHistory& each : files) {
    OwnRequest request = file_section(ui, each);
    if (request.kind != OwnRequest::Kind::none) out = std::move(request);
  }
  ImGui::Spacing();
  if (button(ui, "Write my own variant", "Writes a file to start from, and opens it in your editor."))
    out.kind = OwnRequest::Kind::write;
  // below what is clicked, which stays where it is when the row comes and goes
  if (files.empty()) return out;
  colored_words(ui.theme().dim, time_limit_text(participants));
  roofline.ceilings_row(ui);
  for (const OwnHistory& each : files) printed_lines(ui, each);
  return out;
}

OwnRequest draw_own_errors(const Ui& ui, OverlaySpace& space, const OwnHistory& file) {
  OwnRequest out;
  const Rect over = space.picture_in_room();
  const float room = over.to.x - over.from.x - ui.units(40);
  const float width = std::min(std::max(room, ui.units(200)), ui.units(640));
  place_fitted(space, "##own_errors", {.at = middle_of(over), .top = over.from.y}, {width, 0},
               {width, std::max(over.to.y - over.from.y, ui.units(120))});
  const OverlayWindow page(ui, space, "##own_errors", notice_flags);
  if (!page) return out;
  push_font(ui.fonts.strong);
  ImGui::TextWrapped("%s does not compile", file.id().c_str());
  ImGui::PopFont();
  draw_messages(ui, file.messages());
  if (file.messages().empty()) colored_words(ui.theme().error, file.state_text());
  ImGui::Spacing();
  if (button(ui, "Open in editor", "Opens the file with the program that the desktop has for such files."))
    out = {.kind = OwnRequest::Kind::edit, .path = file.path(), .text = {}};
  ImGui::SameLine();
  if (button(ui, "Close", "Hides these messages until the next save. \"My variants\" shows them, too."))
    out = {.kind = OwnRequest::Kind::dismiss, .path = file.path(), .text = {}};
  return out;
}

}  // namespace heteroscope
