#include "app/surroundings/oddities.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "core/base/error.hpp"
#include "tests/unit/temporary_folder.hpp"

namespace heteroscope::testing {
namespace {

device::Facts card(std::string name, std::uint8_t number) {
  device::Facts out{.available = true, .why_not = {}, .name = std::move(name)};
  out.uuid.fill(number);
  out.driver_version = 13000;
  out.runtime_version = 13000;
  return out;
}

DrawingCard drawn(std::string vendor, std::string renderer, std::optional<std::uint8_t> number = {}) {
  DrawingCard out{.vendor = std::move(vendor), .renderer = std::move(renderer), .uuids = {}};
  if (number) out.uuids.emplace_back().fill(*number);
  return out;
}

/// A desktop with one card that draws its window.
class Oddities : public ::testing::Test {
 protected:
  std::vector<device::Facts> gpus{card("NVIDIA GeForce RTX 3060", 1)};
  Surroundings around = [] {
    Surroundings out;
    out.display = ":0";
    return out;
  }();
  std::optional<DrawingCard> drawing =
      drawn("NVIDIA Corporation", "NVIDIA GeForce RTX 3060/PCIe/SSE2", std::uint8_t{1});
  std::optional<InteropAnswer> interop = InteropAnswer{.error = 0, .words = {}, .names_first = true};

  [[nodiscard]] std::vector<Oddity> found() const {
    return oddities_of({.gpus = gpus, .around = around, .drawing = drawing, .interop = interop});
  }
  /// The only one.
  [[nodiscard]] Oddity one() const {
    const std::vector<Oddity> all = found();
    EXPECT_EQ(all.size(), 1U);
    return all.empty() ? Oddity{} : all.front();
  }
  void draw_by_intel() { drawing = drawn("Intel", "Mesa Intel(R) UHD Graphics 620 (KBL GT2)", std::uint8_t{7}); }
  void draw_by_llvmpipe() { drawing = drawn("Mesa", "llvmpipe (LLVM 15.0.6, 256 bits)", std::uint8_t{9}); }
};

TEST_F(Oddities, ADesktopHasNone) {
  EXPECT_TRUE(found().empty());
  interop.reset();
  EXPECT_TRUE(found().empty());
  drawing.reset();
  EXPECT_TRUE(found().empty());
}

TEST_F(Oddities, AMachineWithoutAGpuHasNoneWhateverDraws) {
  gpus = {{.available = false, .why_not = "none", .name = {}}};
  draw_by_llvmpipe();
  around.wsl = true;
  EXPECT_TRUE(found().empty());
}

TEST_F(Oddities, AnotherCardDraws) {
  draw_by_intel();
  interop.reset();  // it is known before CUDA is asked
  EXPECT_EQ(one().id, "other_card");
  EXPECT_EQ(one().line,
            "Intel(R) UHD Graphics 620 draws the window, NVIDIA GeForce RTX 3060 computes: results "
            "reach the screen through host memory");
  EXPECT_TRUE(one().by_host);
  EXPECT_TRUE(one().offers_card);
  around.offloaded = true;  // that has been asked for, and it is as it is
  EXPECT_FALSE(one().offers_card);
}

TEST_F(Oddities, WhereACardIsNotToldNothingIsCompared) {
  draw_by_intel();
  drawing->uuids.clear();
  EXPECT_TRUE(found().empty());
  draw_by_intel();
  gpus.front().uuid = {};
  EXPECT_TRUE(found().empty());
}

TEST_F(Oddities, AnotherNvidiaCardDraws) {
  gpus.push_back(card("NVIDIA T400", 2));
  drawing->uuids.front().fill(2);
  EXPECT_EQ(one().id, "other_gpu");
  EXPECT_EQ(one().line,
            "GPU 1 (NVIDIA T400) draws the window, and results are collected by GPU 0 (NVIDIA GeForce "
            "RTX 3060): results reach the screen through host memory (list the drawing one first in "
            "CUDA_VISIBLE_DEVICES to make it the same card)");
  EXPECT_FALSE(one().offers_card);
}

TEST_F(Oddities, OpenGlInSoftwareBesideACard) {
  draw_by_llvmpipe();
  EXPECT_EQ(found().front().id, "software_opengl");
  EXPECT_EQ(found().front().line,
            "the CPU draws the window (llvmpipe), although NVIDIA GeForce RTX 3060 could: results "
            "reach the screen through host memory");
  EXPECT_TRUE(found().front().by_host);
  for (const Oddity& each : found()) EXPECT_FALSE(each.offers_card) << each.id;
}

TEST_F(Oddities, Wsl) {
  around.wsl = true;
  drawing = drawn("Microsoft Corporation", "D3D12 (NVIDIA GeForce RTX 3060)");
  interop.reset();
  EXPECT_EQ(one().id, "wsl");
  EXPECT_EQ(one().line,
            "in WSL2 CUDA and OpenGL cannot share pictures: results reach the screen through host "
            "memory");
  EXPECT_FALSE(one().offers_card);
  gpus = {{.available = false, .why_not = "none", .name = {}, .driver_version = 0, .runtime_version = 13000}};
  EXPECT_EQ(one().id, "wsl_without_driver");
  EXPECT_NE(one().line.find("WSL2 uses CUDA of the NVIDIA driver in Windows: install the driver in Windows, none in "
                            "WSL2"),
            std::string::npos);
}

TEST_F(Oddities, VirtualGl) {
  around.virtual_gl = true;
  EXPECT_TRUE(found().empty());  // its GLX back end can share
  interop = {.error = 999, .words = "unknown error", .names_first = false};
  EXPECT_EQ(one().id, "virtual_gl");
  EXPECT_EQ(one().line,
            "CUDA and the OpenGL of VirtualGL cannot share pictures (error 999): results reach the "
            "screen through host memory");
}

TEST_F(Oddities, AnErrorOfSharing) {
  draw_by_intel();
  drawing->uuids.clear();
  interop = {.error = 304, .words = "OS call failed", .names_first = false};
  EXPECT_EQ(one().id, "interop_error");
  EXPECT_EQ(one().line,
            "CUDA and the OpenGL of Intel(R) UHD Graphics 620 cannot share pictures (error 304: OS "
            "call failed): results reach the screen through host memory");
  EXPECT_TRUE(one().offers_card);
  interop = {.error = 0, .words = {}, .names_first = false};
  EXPECT_EQ(one().id, "card_not_named");
  EXPECT_TRUE(one().offers_card);
}

TEST_F(Oddities, ADisplayOverANetwork) {
  draw_by_llvmpipe();
  around.display = "localhost:10.0";
  EXPECT_EQ(found().front().id, "far_display");
  EXPECT_EQ(found().front().line,
            "the display localhost:10.0 is reached over a network, as with ssh -X: results reach the "
            "screen through host memory, and each frame goes through the network");
  EXPECT_TRUE(found().front().by_host);
}

TEST_F(Oddities, AContainerWithoutGraphics) {
  draw_by_llvmpipe();
  around.container = true;
  around.capabilities = "compute,utility";
  EXPECT_EQ(found().front().id, "container_without_graphics");
  EXPECT_NE(found().front().line.find("NVIDIA_DRIVER_CAPABILITIES is \"compute,utility\" but must contain graphics"),
            std::string::npos);
  around.capabilities = "all";
  EXPECT_EQ(found().front().id, "software_opengl");
  around.capabilities = "utility";
  drawing.reset();
  EXPECT_TRUE(found().empty());
  gpus = {{.available = false, .why_not = "none", .name = {}, .driver_version = 0, .runtime_version = 13000}};
  EXPECT_EQ(one().id, "container_without_compute");
  EXPECT_NE(one().line.find("\" but must contain compute (docker run -e NVIDIA_DRIVER_CAPABILITIES=all)"),
            std::string::npos);
}

TEST_F(Oddities, AnExclusiveCardIsToldAndUsed) {
  gpus.front().exclusive = true;
  EXPECT_EQ(one().id, "exclusive");
  EXPECT_EQ(one().line,
            "the compute mode of NVIDIA GeForce RTX 3060 allows one process only: while another one "
            "uses it, the CPU computes (nvidia-smi -c 0 allows all)");
  EXPECT_FALSE(one().by_host);
}

TEST_F(Oddities, APartOfACard) {
  gpus = {card("NVIDIA A100-SXM4-40GB MIG 1g.5gb", 3)};
  gpus.front().is_instance = true;
  drawing.reset();
  EXPECT_EQ(one().id, "instance");
  EXPECT_EQ(one().line,
            "NVIDIA A100-SXM4-40GB MIG 1g.5gb is a part of a card (MIG), which cannot draw windows: "
            "results reach the screen through host memory");
  EXPECT_TRUE(one().by_host);
}

TEST(DrawingCards, NamesAreWithoutWhatSaysHowTheyWereMade) {
  EXPECT_EQ(drawn("", "NVIDIA GeForce RTX 3060/PCIe/SSE2").name(), "NVIDIA GeForce RTX 3060");
  EXPECT_EQ(drawn("", "Mesa DRI Intel(R) HD Graphics 520 (SKL GT2)").name(), "Intel(R) HD Graphics 520");
  EXPECT_EQ(drawn("", "AMD Radeon RX 580 (polaris10, LLVM 15)").name(), "AMD Radeon RX 580");
  EXPECT_EQ(drawn("", "").name(), "an unknown card");
}

TEST(DrawingCards, SoftwareIsKnown) {
  for (const char* each : {"llvmpipe (LLVM 15.0.6, 256 bits)", "softpipe", "Software Rasterizer"})
    EXPECT_TRUE(drawn("Mesa", each).is_software()) << each;
  EXPECT_FALSE(drawn("Intel", "Mesa Intel(R) UHD Graphics 620 (KBL GT2)").is_software());
}

/// A machine of files and variables.
class SurroundingsOf : public ::testing::Test {
 protected:
  TemporaryFolder root;
  std::map<std::string, std::string> variables;

  void put(const std::filesystem::path& file, const std::string& text = {}) const {
    std::filesystem::create_directories((root.path() / file).parent_path());
    std::ofstream(root.path() / file) << text;
  }
  [[nodiscard]] Surroundings read() const {
    return surroundings_of(
        [this](const char* name) -> const char* {
          const auto set = variables.find(name);
          return set == variables.end() ? nullptr : set->second.c_str();
        },
        root.path());
  }
};

TEST_F(SurroundingsOf, AnEmptyMachine) {
  const Surroundings none = read();
  EXPECT_FALSE(none.wsl || none.container || none.virtual_gl || none.over_ssh || none.offloaded);
  EXPECT_FALSE(none.capabilities || none.display_is_far());
  EXPECT_TRUE(none.has_capability("graphics"));
}

TEST_F(SurroundingsOf, WslIsKnownByItsKernel) {
  put("proc/sys/kernel/osrelease", "6.1.0-18-amd64\n");
  EXPECT_FALSE(read().wsl);
  put("proc/sys/kernel/osrelease", "5.15.153.1-microsoft-standard-WSL2\n");
  EXPECT_TRUE(read().wsl);
}

TEST_F(SurroundingsOf, WslIsKnownByItsDevice) {
  put("dev/dxg");
  EXPECT_TRUE(read().wsl);
}

TEST_F(SurroundingsOf, AContainerHasWhatItsVariablesSay) {
  put(".dockerenv");
  EXPECT_TRUE(read().container);
  EXPECT_TRUE(read().has_capability("graphics"));  // nobody says that it has not
  variables["NVIDIA_VISIBLE_DEVICES"] = "all";
  EXPECT_EQ(read().capabilities, "compute,utility");
  EXPECT_FALSE(read().has_capability("graphics"));
  variables["NVIDIA_DRIVER_CAPABILITIES"] = "compute,graphics,utility";
  EXPECT_TRUE(read().has_capability("graphics"));
  variables["NVIDIA_DRIVER_CAPABILITIES"] = "all";
  EXPECT_TRUE(read().has_capability("compute"));
}

TEST_F(SurroundingsOf, ADisplayIsFarWhereANetworkLeadsToIt) {
  for (const char* far : {"localhost:10.0", "desk.example:0", "192.168.1.7:0.0"}) {
    variables["DISPLAY"] = far;
    EXPECT_TRUE(read().display_is_far()) << far;
  }
  for (const char* near : {"", ":0", ":1.0", "unix:0", "/tmp/socket:0"}) {
    variables["DISPLAY"] = near;
    EXPECT_FALSE(read().display_is_far()) << near;
  }
}

TEST_F(SurroundingsOf, X11IsTakenWhereItIsAndWaylandWhereNothingElseIs) {
  EXPECT_EQ(window_system_for(read()), WindowSystem::x11);
  variables["XDG_RUNTIME_DIR"] = "/run/user/1000";
  EXPECT_EQ(window_system_for(read()), WindowSystem::x11);
  put("run/user/1000/wayland-0");
  EXPECT_EQ(window_system_for(read()), WindowSystem::wayland);
  variables.erase("XDG_RUNTIME_DIR");
  variables["WAYLAND_DISPLAY"] = "wayland-0";
  EXPECT_EQ(window_system_for(read()), WindowSystem::wayland);
  variables["DISPLAY"] = ":0";
  EXPECT_EQ(window_system_for(read()), WindowSystem::x11);
  variables["HETEROSCOPE_WINDOW_SYSTEM"] = "wayland";
  EXPECT_EQ(window_system_for(read()), WindowSystem::wayland);
  variables["HETEROSCOPE_WINDOW_SYSTEM"] = "mir";
  EXPECT_THROW(window_system_for(read()), BadInput);
}

TEST_F(SurroundingsOf, VirtualGlAndOffload) {
  variables["LD_PRELOAD"] = "libdlfaker.so:libvglfaker.so";
  EXPECT_TRUE(read().virtual_gl);
  variables = {{"__NV_PRIME_RENDER_OFFLOAD", "1"}};
  EXPECT_TRUE(read().offloaded);
}

TEST_F(SurroundingsOf, AWindowThatDoesNotOpenSaysWhatWouldHelp) {
  const auto said = [&](WindowStep step) { return refusal_of_window(step, read(), "GLFW's words"); };
  EXPECT_EQ(said(WindowStep::display),
            "there is no display, so the window cannot open (GLFW's words); without a window, use "
            "`heteroscope render` (see `heteroscope render --help`)");
  variables["SSH_CONNECTION"] = "10.0.0.1 5000 10.0.0.2 22";
  EXPECT_NE(said(WindowStep::display).find("ssh -X"), std::string::npos);
  put(".dockerenv");
  EXPECT_NE(said(WindowStep::display).find("; a container gets one with -e DISPLAY -v /tmp/.X11-unix:/tmp/.X11-unix"),
            std::string::npos);
  put("dev/dxg");
  EXPECT_NE(said(WindowStep::display).find("WSLg"), std::string::npos);
  variables["NVIDIA_DRIVER_CAPABILITIES"] = "compute";
  EXPECT_NE(said(WindowStep::opengl).find("NVIDIA_DRIVER_CAPABILITIES=all"), std::string::npos);
  variables["DISPLAY"] = "localhost:10.0";
  EXPECT_NE(said(WindowStep::opengl).find("the display localhost:10.0 is reached over a network"), std::string::npos);
  variables["VGL_ISACTIVE"] = "1";
  EXPECT_NE(said(WindowStep::opengl).find("VGL_DISPLAY"), std::string::npos);
}

}  // namespace
}  // namespace heteroscope::testing
