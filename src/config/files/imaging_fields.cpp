#include "config/files/imaging_fields.h"

namespace freefloat {

namespace {

Fields<LampParameters> lamp_fields() {
  using L = LampParameters;
  return {
      number("peak", &L::peak, between(0, 10000), "Of its glow, grey levels; 0: there is no lamp."),
      number("sigma_px", &L::sigma, above(0, 5000), "Width of its glow."),
      number("centre", &L::centre, between(-2, 3),
             "Its middle, as shares of the picture's width and height; left out: drawn from the seed."),
      number("on_s", &L::on, between(0, 36000), "Switched on so long after the run's start."),
  };
}

}  // namespace

Fields<ImagingParameters> imaging_fields() {
  using I = ImagingParameters;
  return {
      flag("render", &I::render,
           "true: pictures are rendered; false: LED positions without pixels, for campaigns."),
      number("led_peak", &I::led_peak, above(0, 10000),
             "Grey levels above background, in focus and at rest."),
      number("psf_sigma_px", &I::psf_sigma, above(0, 50), "Point spread in focus."),
      number("defocus_px", &I::defocus, between(0, 50), "Added to it in quadrature."),
      number("background", &I::background, between(0, 255), "Grey levels."),
      number("background_gradient", &I::background_gradient, between(-255, 255),
             "Grey levels over the width."),
      number("read_noise", &I::read_noise, between(0, 255), "Grey levels."),
      number("shot_noise", &I::shot_noise, between(0, 100),
             "Grey levels a root of the signal's grey levels."),
      number("frame_loss", &I::frame_loss, between(0, 1), "Share of the pictures that are lost."),
      number("marker_noise_px", &I::marker_noise, between(0, 50), "Noise of an LED without rendering."),
      number("reflection", &I::reflection, between(0, 1),
             "Mirror images of the LEDs in the glass, as a share of their light."),
      section("lamp", &I::lamp, lamp_fields(), "A lamp that shines into the picture."),
      number("extra_spots", &I::extra_spots, between(0, 200),
             "Spots like LEDs that stay where they are; their places are drawn from the seed."),
      number("extra_spot_peak", &I::extra_spot_peak, above(0, 10000), "Of these, grey levels."),
      number("hot_pixels", &I::hot_pixels, between(0, 10000),
             "Pixels that shine in every picture, drawn from the seed."),
      number("hot_pixel_level", &I::hot_pixel_level, between(0, 255), "Grey levels of the hottest."),
      number("vignetting", &I::vignetting, between(0, 1), "Share of the light that the corners lose."),
      number("dust", &I::dust, between(0, 1000), "Dark specks in every picture, drawn from the seed."),
      number("flicker", &I::flicker, between(0, 1),
             "Share by which the background's light rises and falls: bands where rows are exposed one after "
             "the other."),
      number("flicker_hz", &I::flicker_rate, above(0, 10000), "How often; twice the mains' frequency."),
      number("arm_width_mm", &I::arm_width, between(0, 1000),
             "The links hide LEDs that are lower behind them, as the camera sees it; 0: never."),
      number("arm_height_m", &I::arm_height, between(0, 5), "Of the links' upper side above the table."),
      number("satellite_height_m", &I::satellite_height, between(0, 5),
             "The same of the satellite, which hides LEDs within its outline; 0: never."),
  };
}

}  // namespace freefloat
